using Microsoft.CodeAnalysis.CSharp;

namespace Clew.Roslyn.Analysis;

/// <summary>
/// Brackets inside brackets. For each `(` the parser looks ahead to tell a cast, a tuple and a lambda apart, so that 20,000 of
/// them cost it minutes; code that people or generators write stays far below the limit.
/// </summary>
static class Nesting
{
    const int MaxDepth = 400;

    public static bool IsTooDeep(string text)
    {
        if (DepthOf(text.Select(letter => Step(letter))) <= MaxDepth) return false;
        // Texts and comments may hold any number of brackets; only then is it worth to look at tokens.
        return DepthOf(SyntaxFactory.ParseTokens(text).Select(token => token.Span.Length == 1 ? Step(token.Text[0]) : 0)) > MaxDepth;
    }

    static int Step(char letter) => letter switch { '(' or '[' or '{' => 1, ')' or ']' or '}' => -1, _ => 0 };

    static int DepthOf(IEnumerable<int> steps)
    {
        int depth = 0, deepest = 0;
        foreach (int step in steps)
        {
            depth = Math.Max(depth + step, 0);
            deepest = Math.Max(deepest, depth);
        }
        return deepest;
    }
}
