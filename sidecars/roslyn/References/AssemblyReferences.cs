using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Clew.Roslyn.References;

/// <summary>Assemblies as the compiler reads them; each is opened once for all projects.</summary>
sealed class AssemblyReferences
{
    readonly Dictionary<string, MetadataReference> opened = new(StringComparer.Ordinal);
    readonly Dictionary<string, Version?> versions = new(StringComparer.Ordinal);

    /// <summary>Of assemblies with one name, the one of the highest version counts, as a build decides it.</summary>
    public IEnumerable<MetadataReference> Open(IEnumerable<string> files)
    {
        var chosen = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var file in files)
        {
            var name = Path.GetFileNameWithoutExtension(file);
            if (VersionOf(file) is not { } version) continue;
            if (!chosen.TryGetValue(name, out var known) || version > VersionOf(known)) chosen[name] = file;
        }
        return chosen.Values.Select(Reference);
    }

    MetadataReference Reference(string file)
    {
        if (!opened.TryGetValue(file, out var reference)) opened[file] = reference = MetadataReference.CreateFromFile(file);
        return reference;
    }

    /// <summary>Null for what is no managed assembly.</summary>
    Version? VersionOf(string file)
    {
        if (versions.TryGetValue(file, out var version)) return version;
        try
        {
            version = AssemblyName.GetAssemblyName(file).Version ?? new Version(0, 0);
        }
        catch (Exception error) when (error is BadImageFormatException or FileLoadException or IOException or UnauthorizedAccessException)
        {
            version = null;
        }
        return versions[file] = version;
    }
}
