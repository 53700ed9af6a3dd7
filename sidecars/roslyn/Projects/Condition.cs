using System.Globalization;

namespace Clew.Roslyn.Projects;

/// <summary>Conditions of project files: comparisons, `and`, `or`, `!`, parentheses, `Exists`. What cannot be read is false.</summary>
sealed class Condition
{
    const int MaxDepth = 50;

    readonly string text;
    readonly Properties properties;
    readonly string folder;
    int at;
    int depth;

    Condition(string text, Properties properties, string folder)
    {
        this.text = text;
        this.properties = properties;
        this.folder = folder;
    }

    /// <summary>`folder` is what `Exists` counts from.</summary>
    public static bool Holds(string? text, Properties properties, string folder)
    {
        if (string.IsNullOrWhiteSpace(text)) return true;
        try
        {
            var condition = new Condition(text, properties, folder);
            bool value = condition.Or();
            condition.SkipSpace();
            return value && condition.at == text.Length;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    bool Or()
    {
        if (++depth > MaxDepth) throw new FormatException();
        bool value = And();
        while (TakeWord("or")) value |= And();
        depth--;
        return value;
    }

    bool And()
    {
        bool value = Unary();
        while (TakeWord("and")) value &= Unary();
        return value;
    }

    bool Unary()
    {
        if (Take("!")) return ++depth > MaxDepth ? throw new FormatException() : !Unary();
        if (Take("("))
        {
            bool value = Or();
            return Take(")") ? value : throw new FormatException();
        }
        return Comparison();
    }

    bool Comparison()
    {
        string left = Operand(out string? function);
        if (function is not null) return IsTrueOf(function, left);
        foreach (var sign in (string[])["==", "!=", ">=", "<=", ">", "<"])
        {
            if (!Take(sign)) continue;
            string right = Operand(out _);
            if (sign is "==" or "!=") return ProjectXml.Same(left, right) == (sign == "==");
            int order = Compare(left, right);
            return sign switch { ">=" => order >= 0, "<=" => order <= 0, ">" => order > 0, _ => order < 0 };
        }
        return ProjectXml.Same(left.Trim(), "true");
    }

    bool IsTrueOf(string function, string argument) => function.ToLowerInvariant() switch
    {
        "exists" => ViewFiles.Resolve(folder, argument) is { } path && properties.Files.Has(path),
        "hastrailingslash" => argument.EndsWith('/') || argument.EndsWith('\\'),
        _ => throw new FormatException(),
    };

    string Operand(out string? function)
    {
        function = null;
        SkipSpace();
        if (at >= text.Length) throw new FormatException();
        if (text[at] == '\'')
        {
            int end = ClosingQuote(at + 1);
            string quoted = text[(at + 1)..end];
            at = end + 1;
            return properties.Expand(quoted);
        }
        int from = at;
        if (text[at] == '$')
        {
            for (int open = 0; at < text.Length; at++)
            {
                if (text[at] == '(') open++;
                else if (text[at] == ')' && --open == 0) break;
            }
            at = Math.Min(at + 1, text.Length);
            return properties.Expand(text[from..at]);
        }
        while (at < text.Length && (char.IsLetterOrDigit(text[at]) || text[at] is '.' or '_' or '-')) at++;
        if (at == from) throw new FormatException();
        string word = text[from..at];
        if (!Take("(")) return word;
        function = word;
        string argument = Operand(out _);
        return Take(")") ? argument : throw new FormatException();
    }

    /// <summary>A property function inside quotes may hold quotes of its own.</summary>
    int ClosingQuote(int from)
    {
        int open = 0;
        for (int end = from; end < text.Length; end++)
        {
            if (text[end] == '(') open++;
            else if (text[end] == ')' && open > 0) open--;
            else if (text[end] == '\'' && open == 0) return end;
        }
        throw new FormatException();
    }

    static int Compare(string left, string right)
    {
        if (double.TryParse(left, CultureInfo.InvariantCulture, out double a) && double.TryParse(right, CultureInfo.InvariantCulture, out double b))
            return a.CompareTo(b);
        return Version.TryParse(left, out var x) && Version.TryParse(right, out var y) ? x.CompareTo(y) : throw new FormatException();
    }

    bool Take(string sign)
    {
        SkipSpace();
        if (string.CompareOrdinal(text, at, sign, 0, sign.Length) != 0) return false;
        at += sign.Length;
        return true;
    }

    bool TakeWord(string word)
    {
        SkipSpace();
        int end = at + word.Length;
        if (end > text.Length || !ProjectXml.Same(text[at..end], word)) return false;
        if (end < text.Length && char.IsLetterOrDigit(text[end])) return false;
        at = end;
        return true;
    }

    void SkipSpace()
    {
        while (at < text.Length && char.IsWhiteSpace(text[at])) at++;
    }
}
