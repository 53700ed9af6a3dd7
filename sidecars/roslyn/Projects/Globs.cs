using System.Text;
using System.Text.RegularExpressions;

namespace Clew.Roslyn.Projects;

/// <summary>Patterns of project items over paths of the view.</summary>
static class Globs
{
    /// <summary>More in one pattern than anybody writes; the time for matching grows with them.</summary>
    const int MaxWildcards = 20;

    /// <summary>Fits paths that a pattern, as a project in `folder` writes it, means; null for one that points outside the root or is no honest pattern.</summary>
    public static Predicate<string>? Compile(string folder, string pattern)
    {
        // Segments with `..` are resolved before the first wildcard, as paths.
        if (ViewFiles.Resolve(folder, pattern) is not { } path) return null;
        if (!path.Contains('*') && !path.Contains('?'))
            return candidate => string.Equals(candidate, path, StringComparison.OrdinalIgnoreCase);
        if (path.Count(letter => letter is '*' or '?') > MaxWildcards) return null;
        // Without backtracking: a pattern of the repository cannot make matching slow.
        var expression = new Regex(ToExpression(path), RegexOptions.NonBacktracking | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
        return expression.IsMatch;
    }

    static string ToExpression(string path)
    {
        var expression = new StringBuilder("^");
        var parts = path.Split('/');
        for (int at = 0; at < parts.Length; at++)
        {
            bool isLast = at == parts.Length - 1;
            if (parts[at] == "**")
            {
                expression.Append(isLast ? ".*" : "(?:[^/]+/)*");
                continue;
            }
            foreach (char letter in parts[at])
                expression.Append(letter switch { '*' => "[^/]*", '?' => "[^/]", _ => Regex.Escape(letter.ToString()) });
            if (!isLast) expression.Append('/');
        }
        return expression.Append('$').ToString();
    }
}
