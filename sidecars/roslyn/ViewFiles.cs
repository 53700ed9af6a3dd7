namespace Clew.Roslyn;

/// <summary>
/// The files that clew handed over, by path from the root with forward slashes. There is no other way to a file of the
/// repository: a path that is not here does not exist, and nothing in this program opens one.
/// </summary>
sealed class ViewFiles
{
    /// <summary>Where project files believe to lie; no real path is known to this program.</summary>
    public const string Root = "/view/";

    readonly Dictionary<string, string> texts = new(StringComparer.Ordinal);
    string[]? sources;

    /// <summary>Of C#, sorted.</summary>
    public IReadOnlyList<string> Sources =>
        sources ??= [.. texts.Keys.Where(path => path.EndsWith(".cs", StringComparison.OrdinalIgnoreCase)).Order(StringComparer.Ordinal)];

    public IEnumerable<string> WithEnding(params string[] endings) =>
        texts.Keys
            .Where(path => endings.Any(ending => path.EndsWith(ending, StringComparison.OrdinalIgnoreCase)))
            .Order(StringComparer.Ordinal);

    public void Set(string path, string text)
    {
        texts[path] = text;
        sources = null;
    }

    public void Remove(string path)
    {
        texts.Remove(path);
        sources = null;
    }

    public bool Has(string path) => texts.ContainsKey(path);

    public string? Read(string path) => texts.GetValueOrDefault(path);

    /// <summary>Path from the root of what a project file in `folder` names; null for what lies outside.</summary>
    public static string? Resolve(string folder, string named)
    {
        var path = named.Trim().Replace('\\', '/');
        if (path.StartsWith(Root, StringComparison.Ordinal)) path = path[Root.Length..];
        else if (path.StartsWith('/') || path.Contains(':')) return null;
        else path = folder.Length == 0 ? path : $"{folder}/{path}";
        var parts = new List<string>();
        foreach (var part in path.Split('/'))
        {
            if (part is "" or ".") continue;
            if (part != "..") parts.Add(part);
            else if (parts.Count == 0) return null;
            else parts.RemoveAt(parts.Count - 1);
        }
        return string.Join('/', parts);
    }

    public static string FolderOf(string path) => path.LastIndexOf('/') is var at && at < 0 ? "" : path[..at];

    public static string NameOf(string path) => path[(path.LastIndexOf('/') + 1)..];

    /// <summary>The file of this name in the folder or the nearest one above.</summary>
    public string? FindAbove(string folder, string name)
    {
        for (; ; folder = FolderOf(folder))
        {
            var path = folder.Length == 0 ? name : $"{folder}/{name}";
            if (Has(path)) return path;
            if (folder.Length == 0) return null;
        }
    }
}
