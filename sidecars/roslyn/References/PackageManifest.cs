using Clew.Roslyn.Projects;

namespace Clew.Roslyn.References;

/// <summary>What a package depends on, by its .nuspec.</summary>
static class PackageManifest
{
    public static IEnumerable<PackageReference> DependenciesOf(string place, TargetFramework framework)
    {
        var file = Directory.GetFiles(place, "*.nuspec").FirstOrDefault();
        if (file is null || ProjectXml.Parse(File.ReadAllText(file)) is not { } root) yield break;
        var list = root.Descendants().FirstOrDefault(each => each.Is("dependencies"));
        if (list is null) yield break;
        var groups = list.Elements().Where(each => each.Is("group")).ToList();
        var chosen = groups
            .Select(group => (group, rank: RankOf(group.Value("targetFramework"), framework)))
            .Where(each => each.rank > 0).OrderByDescending(each => each.rank).FirstOrDefault().group;
        foreach (var dependency in (groups.Count > 0 ? chosen : list)?.Elements().Where(each => each.Is("dependency")) ?? [])
            if (dependency.Value("id") is { } id) yield return new(id, dependency.Value("version") ?? "");
    }

    static int RankOf(string? name, TargetFramework framework)
    {
        if (string.IsNullOrEmpty(name)) return 1;
        return TargetFramework.Parse(name) is { } made ? framework.Accepts(made) : 0;
    }
}
