using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Clew.Roslyn.Analysis;

/// <summary>
/// A namespace is declared in many files; what `using N;` imports are those whose types this file names, or whose extension
/// methods it calls, by way of N.
/// </summary>
sealed class Usings(SemanticModel model, FileUses found)
{
    readonly Dictionary<string, int> opened = new(StringComparer.Ordinal);
    readonly Dictionary<string, HashSet<string>> filesOf = new(StringComparer.Ordinal);

    public void Add(UsingDirectiveSyntax node)
    {
        if (node.Alias is not null || !node.StaticKeyword.IsKind(SyntaxKind.None) || node.NamespaceOrType is not { } name) return;
        if (model.GetSymbolInfo(name).Symbol is INamespaceSymbol space) opened.TryAdd(space.ToDisplayString(), node.SpanStart);
    }

    /// <summary>A name in the file means this symbol.</summary>
    public void Note(ISymbol symbol, SimpleNameSyntax name)
    {
        var type = symbol switch
        {
            INamedTypeSymbol named when name.Parent is not QualifiedNameSyntax { Right: var right } || right != name => named,
            IMethodSymbol { ReducedFrom: { } extension } => extension.ContainingType,
            _ => null,
        };
        if (type is null || type.ContainingType is not null || type.ContainingNamespace is not { IsGlobalNamespace: false } space) return;
        foreach (var reference in type.OriginalDefinition.DeclaringSyntaxReferences)
        {
            if (reference.SyntaxTree.FilePath.Length == 0) continue;
            var key = space.ToDisplayString();
            if (!filesOf.TryGetValue(key, out var files)) filesOf[key] = files = new(StringComparer.Ordinal);
            files.Add(reference.SyntaxTree.FilePath);
        }
    }

    public void Finish()
    {
        foreach (var (space, at) in opened)
            foreach (var file in filesOf.GetValueOrDefault(space) ?? []) found.AddImport(file, at);
    }
}
