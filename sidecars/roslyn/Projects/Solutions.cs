using System.Text.RegularExpressions;

namespace Clew.Roslyn.Projects;

/// <summary>The projects that solutions of the tree name: where two projects compile a file, one of a solution speaks for it.</summary>
static class Solutions
{
    const int MaxCharacters = 8_000_000;

    static readonly Regex ProjectLine = new(
        "^Project\\(\"[^\"]*\"\\) = \"[^\"]*\", \"([^\"]+\\.csproj)\"", RegexOptions.Multiline | RegexOptions.NonBacktracking);

    public static HashSet<string> ProjectsNamed(ViewFiles files)
    {
        var named = new HashSet<string>(StringComparer.Ordinal);
        foreach (var path in files.WithEnding(".sln", ".slnx"))
        {
            var text = files.Read(path)!;
            if (text.Length > MaxCharacters) continue;
            var members = path.EndsWith(".slnx", StringComparison.OrdinalIgnoreCase)
                ? ProjectXml.Parse(text)?.Descendants().Where(each => each.Is("Project")).Select(each => each.Value("Path") ?? "") ?? []
                : ProjectLine.Matches(text).Select(match => match.Groups[1].Value);
            foreach (var member in members)
                if (ViewFiles.Resolve(ViewFiles.FolderOf(path), member) is { } project) named.Add(project);
        }
        return named;
    }
}
