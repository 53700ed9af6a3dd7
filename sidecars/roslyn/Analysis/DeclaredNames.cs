using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Clew.Roslyn.Analysis;

/// <summary>Names that may mean something of the view. The compiler need not be asked about others, which saves most of its work.</summary>
sealed class DeclaredNames
{
    const string AttributeEnding = "Attribute";

    readonly HashSet<string> names = new(StringComparer.Ordinal);

    /// <summary>Whether any type of the view converts to or from others without a cast.</summary>
    public bool HasConversions { get; private set; }

    public bool Has(string name) => names.Contains(name);

    public void AddAll(IEnumerable<SyntaxTree> trees)
    {
        foreach (var tree in trees)
            foreach (var node in tree.GetRoot().DescendantNodes()) Add(node);
    }

    void Add(SyntaxNode node)
    {
        if (node is ConversionOperatorDeclarationSyntax) HasConversions = true;
        var name = node switch
        {
            BaseTypeDeclarationSyntax type => type.Identifier,
            DelegateDeclarationSyntax type => type.Identifier,
            EnumMemberDeclarationSyntax member => member.Identifier,
            MethodDeclarationSyntax method => method.Identifier,
            PropertyDeclarationSyntax property => property.Identifier,
            EventDeclarationSyntax @event => @event.Identifier,
            VariableDeclaratorSyntax variable when variable.Parent?.Parent is BaseFieldDeclarationSyntax => variable.Identifier,
            LocalFunctionStatementSyntax function => function.Identifier,
            ParameterSyntax parameter when parameter.Parent?.Parent is RecordDeclarationSyntax => parameter.Identifier,
            UsingDirectiveSyntax { Alias: { } alias } => alias.Name.Identifier,
            _ => default,
        };
        if (name.ValueText is not { Length: > 0 } text) return;
        names.Add(text);
        if (text.Length > AttributeEnding.Length && text.EndsWith(AttributeEnding, StringComparison.Ordinal))
            names.Add(text[..^AttributeEnding.Length]);
    }
}
