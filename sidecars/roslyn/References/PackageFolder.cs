using Clew.Roslyn.Projects;

namespace Clew.Roslyn.References;

/// <summary>
/// Assemblies of NuGet packages from the user's package folder, when they are there already. What a project names is an id
/// and a version; it never becomes a path with a separator of its own. Assemblies are read as metadata: nothing in them runs.
/// </summary>
sealed class PackageFolder(string? folder)
{
    const int MaxPackages = 2_000;

    readonly Dictionary<string, List<(Version Version, string Folder)>> known = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The assemblies of these packages and of what they depend on; `missing` has those that are not there.</summary>
    public IEnumerable<string> AssembliesOf(IEnumerable<PackageReference> wanted, TargetFramework framework, ICollection<string> missing)
    {
        // The first to name a package decides, and what a project names itself comes before what packages name.
        var chosen = new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);
        var waiting = new Queue<PackageReference>(wanted);
        while (waiting.TryDequeue(out var package) && chosen.Count < MaxPackages)
        {
            if (chosen.ContainsKey(package.Id)) continue;
            var place = Find(package);
            chosen[package.Id] = place;
            if (place is null) missing.Add(package.Id);
            else foreach (var dependency in PackageManifest.DependenciesOf(place, framework)) waiting.Enqueue(dependency);
        }
        return chosen.Values.OfType<string>().SelectMany(place => Assets(place, framework));
    }

    public List<(Version Version, string Folder)> VersionsOf(string id)
    {
        if (folder is null || !IsPlainName(id)) return [];
        if (!known.TryGetValue(id, out var versions))
            known[id] = versions = FrameworkPacks.Versions(Path.Combine(folder, id.ToLowerInvariant()));
        return versions;
    }

    public IReadOnlyList<string> ReferenceAssembliesOf(TargetFramework framework)
    {
        var isStandard = framework.Family == FrameworkFamily.Standard;
        var number = framework.Version.ToString();
        var id = isStandard ? "netstandard.library" : $"microsoft.netframework.referenceassemblies.net{number.Replace(".", "")}";
        if (VersionsOf(id).LastOrDefault().Folder is not { } place) return [];
        var within = isStandard ? Path.Combine(place, "build", "netstandard2.0", "ref") : Path.Combine(place, "build", ".NETFramework", $"v{number}");
        return Directory.Exists(within)
            ? [.. Directory.GetFiles(within, "*.dll").Concat(Facades(within)).Order(StringComparer.Ordinal)]
            : [];
    }

    static IEnumerable<string> Facades(string within) =>
        Path.Combine(within, "Facades") is var facades && Directory.Exists(facades) ? Directory.GetFiles(facades, "*.dll") : [];

    /// <summary>The lowest version that is there and not below the wanted one, as restoring would choose; else the highest.</summary>
    string? Find(PackageReference package)
    {
        var versions = VersionsOf(package.Id);
        if (versions.Count == 0) return null;
        var number = package.Version.Trim('[', ']', '(', ')', ' ').Split(',')[0].Split('-', '+')[0].Replace("*", "0").TrimEnd('.');
        if (!Version.TryParse(number.Contains('.') ? number : number + ".0", out var wanted)) return versions[^1].Folder;
        wanted = new(wanted.Major, wanted.Minor, Math.Max(wanted.Build, 0));
        var fitting = versions.FirstOrDefault(each => each.Version >= wanted);
        return fitting.Folder ?? versions[^1].Folder;
    }

    static IEnumerable<string> Assets(string place, TargetFramework framework)
    {
        foreach (var kind in (string[])["ref", "lib"])
        {
            var within = Path.Combine(place, kind);
            if (!Directory.Exists(within)) continue;
            string? best = null;
            int bestRank = 0;
            foreach (var offered in Directory.GetDirectories(within).Order(StringComparer.Ordinal))
            {
                int rank = TargetFramework.Parse(Path.GetFileName(offered)) is { } made ? framework.Accepts(made) : 0;
                if (rank > bestRank) (best, bestRank) = (offered, rank);
            }
            if (best is not null) return Directory.GetFiles(best, "*.dll").Order(StringComparer.Ordinal);
        }
        return [];
    }

    internal static bool IsPlainName(string id) =>
        id.Length is > 0 and < 200 && id[0] != '.' && id.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '_' or '-');
}
