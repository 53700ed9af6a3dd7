using Clew.Roslyn.Projects;

namespace Clew.Roslyn.References;

/// <summary>Reference assemblies of frameworks, from the installed SDK or from packages that are already there.</summary>
sealed class FrameworkPacks(string dotnetRoot, PackageFolder packages)
{
    const string Core = "Microsoft.NETCore.App";

    /// <summary>Of .NET, in the packs or in the runtime.</summary>
    public Version NewestCore { get; } =
        Versions(Path.Combine(dotnetRoot, "packs", Core + ".Ref")).Concat(Versions(Path.Combine(dotnetRoot, "shared", Core)))
            .Select(each => new Version(each.Version.Major, 0)).DefaultIfEmpty(new Version(8, 0)).Max()!;

    public IEnumerable<string> AssembliesOf(TargetFramework framework, IEnumerable<string> frameworks)
    {
        var own = framework.Family switch
        {
            FrameworkFamily.Standard => Standard(framework),
            FrameworkFamily.Framework => packages.ReferenceAssembliesOf(framework),
            _ => [],
        };
        if (own.Count > 0) return own;
        // What is missing is looked for in the newest .NET: most names are there, too.
        var version = framework.Family == FrameworkFamily.Core ? framework.Version : NewestCore;
        return new[] { Core }.Concat(frameworks).Distinct(StringComparer.OrdinalIgnoreCase).SelectMany(name => Pack(name, version));
    }

    IReadOnlyList<string> Standard(TargetFramework framework)
    {
        if (framework.Version <= new Version(2, 0)) return packages.ReferenceAssembliesOf(framework);
        var pack = Versions(Path.Combine(dotnetRoot, "packs", "NETStandard.Library.Ref")).LastOrDefault();
        return pack.Folder is null ? packages.ReferenceAssembliesOf(framework) : Assemblies(Path.Combine(pack.Folder, "ref", "netstandard2.1"));
    }

    IReadOnlyList<string> Pack(string name, Version version)
    {
        if (name.AsSpan().IndexOfAny('/', '\\') >= 0 || name.StartsWith('.')) return [];
        var packs = Versions(Path.Combine(dotnetRoot, "packs", name + ".Ref")).Concat(packages.VersionsOf(name + ".Ref"))
            .OrderBy(each => each.Version).ToList();
        var sameMajor = packs.LastOrDefault(each => each.Version.Major == version.Major);
        var chosen = sameMajor.Folder is not null ? sameMajor : packs.FirstOrDefault(each => each.Version.Major > version.Major);
        if (chosen.Folder is null) chosen = packs.LastOrDefault();
        if (chosen.Folder is not null)
        {
            var ends = Path.Combine(chosen.Folder, "ref");
            var folder = Directory.Exists(ends) ? Directory.GetDirectories(ends).Order(StringComparer.Ordinal).FirstOrDefault() : null;
            if (folder is not null) return Assemblies(folder);
        }
        // A runtime without reference assemblies still says what is there.
        var shared = Versions(Path.Combine(dotnetRoot, "shared", name)).LastOrDefault();
        return shared.Folder is null ? [] : Assemblies(shared.Folder);
    }

    static IReadOnlyList<string> Assemblies(string folder) =>
        Directory.Exists(folder) ? [.. Directory.GetFiles(folder, "*.dll").Order(StringComparer.Ordinal)] : [];

    internal static List<(Version Version, string Folder)> Versions(string folder)
    {
        var found = new List<(Version, string)>();
        if (!Directory.Exists(folder)) return found;
        foreach (var each in Directory.GetDirectories(folder))
            if (Version.TryParse(Path.GetFileName(each).Split('-', '+')[0], out var version)) found.Add((version, each));
        found.Sort((a, b) => a.Item1 != b.Item1 ? a.Item1.CompareTo(b.Item1) : string.CompareOrdinal(a.Item2, b.Item2));
        return found;
    }
}
