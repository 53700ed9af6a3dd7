using System.Text;

namespace Clew.Roslyn.Projects;

/// <summary>The properties of one project and the texts that use them: `$(Name)`, `$(Name.Method(…))`, `$([Type]::Function(…))`.</summary>
sealed class Properties(ViewFiles files)
{
    /// <summary>Properties that double each other grow without end; what is longer counts as empty.</summary>
    const int MaxLength = 65_536;
    const int MaxDepth = 30;

    readonly Dictionary<string, string> values = new(StringComparer.OrdinalIgnoreCase);
    readonly HashSet<string> fixedNames = new(StringComparer.OrdinalIgnoreCase);

    public ViewFiles Files => files;

    public string this[string name] => values.GetValueOrDefault(name, "");

    public void Set(string name, string value)
    {
        if (!fixedNames.Contains(name)) values[name] = value;
    }

    /// <summary>Stands whatever project files say.</summary>
    public void Fix(string name, string value)
    {
        values[name] = value;
        fixedNames.Add(name);
    }

    public bool IsTrue(string name, bool whenEmpty = false) =>
        this[name].Trim() is { Length: > 0 } value
            ? ProjectXml.Same(value, "true") || ProjectXml.Same(value, "enable")
            : whenEmpty;

    public string Expand(string text, int depth = 0)
    {
        int at = text.IndexOf("$(", StringComparison.Ordinal);
        if (at < 0) return text;
        if (depth > MaxDepth) return "";
        var expanded = new StringBuilder();
        int from = 0;
        for (; at >= 0; at = text.IndexOf("$(", from, StringComparison.Ordinal))
        {
            int end = ClosingAfter(text, at + 2);
            if (end < 0) break;
            expanded.Append(text, from, at - from).Append(Evaluate(text[(at + 2)..end], depth + 1));
            if (expanded.Length > MaxLength) return "";
            from = end + 1;
        }
        return expanded.Append(text, from, text.Length - from).ToString();
    }

    string Evaluate(string expression, int depth)
    {
        expression = expression.Trim();
        if (expression.StartsWith('['))
        {
            int close = expression.IndexOf(']');
            int open = expression.IndexOf('(', Math.Max(close, 0));
            if (close < 0 || open < 0 || !expression.AsSpan(close + 1).StartsWith("::")) return "";
            int end = ClosingAfter(expression, open + 1);
            if (end < 0) return "";
            var name = $"{expression[1..close]}::{expression[(close + 3)..open]}";
            var value = PropertyFunctions.CallStatic(this, name, Arguments(expression[(open + 1)..end], depth));
            return Chain(value, expression[(end + 1)..], depth);
        }
        int dot = expression.IndexOf('.');
        return dot < 0 ? this[expression] : Chain(this[expression[..dot]], expression[dot..], depth);
    }

    /// <summary>`.Method(…)` after a value, any number of times.</summary>
    string Chain(string value, string rest, int depth)
    {
        while (rest.StartsWith('.'))
        {
            int open = rest.IndexOf('(');
            if (open < 0) return PropertyFunctions.Call(value, rest[1..], []);
            int end = ClosingAfter(rest, open + 1);
            if (end < 0) return "";
            value = PropertyFunctions.Call(value, rest[1..open], Arguments(rest[(open + 1)..end], depth));
            rest = rest[(end + 1)..];
        }
        return value;
    }

    string[] Arguments(string text, int depth)
    {
        if (text.Trim().Length == 0) return [];
        var arguments = new List<string>();
        int from = 0;
        for (int at = 0; at <= text.Length; at++)
        {
            if (at < text.Length && text[at] is '\'' or '"' or '`') at = Math.Max(text.IndexOf(text[at], at + 1), at);
            else if (at < text.Length && text[at] == '(') at = Math.Max(ClosingAfter(text, at + 1), at);
            else if (at == text.Length || text[at] == ',')
            {
                arguments.Add(Expand(text[from..at].Trim().Trim('\'', '"', '`'), depth));
                from = at + 1;
            }
        }
        return [.. arguments];
    }

    static int ClosingAfter(string text, int from)
    {
        int open = 1;
        for (int at = from; at < text.Length; at++)
        {
            if (text[at] == '(') open++;
            else if (text[at] == ')' && --open == 0) return at;
        }
        return -1;
    }
}
