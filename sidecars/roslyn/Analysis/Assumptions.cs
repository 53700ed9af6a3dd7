using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Clew.Roslyn.Analysis;

/// <summary>
/// What a name means when a library that is not here stands before it. `library.Get&lt;T&gt;()` is taken for a T, and what follows from it
/// is left to the compiler: the value is put into the expression as `default(T)` and bound as if it stood there, with all rules of
/// overloads, generics and extension methods. The assumption is no proof, so neither is what is found with it.
/// </summary>
sealed class Assumptions(SemanticModel bound)
{
    const int MaxDepth = 12;

    readonly SemanticModel model = bound;

    readonly Dictionary<ISymbol, ITypeSymbol?> locals = new(SymbolEqualityComparer.Default);
    int depth;

    /// <summary>The member behind `x.Name`, `x.Name(…)` or `x?.Name` where the compiler does not know the type of `x`.</summary>
    public ISymbol? MemberAt(SimpleNameSyntax node)
    {
        if (ReceiverOf(node) is not { } receiver || IsKnown(receiver) || TypeOf(receiver) is not { } type) return null;
        ExpressionSyntax expression = SyntaxFactory.MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, ValueOf(type), node.WithoutTrivia());
        if (UseWalker.InvocationOf(node) is { } call) expression = SyntaxFactory.InvocationExpression(expression, (ArgumentListSyntax)Replaced(call.ArgumentList));
        return Candidates.Choose(model.GetSpeculativeSymbolInfo(node.SpanStart, expression, SpeculativeBindingOption.BindAsExpression), node);
    }

    public static ExpressionSyntax? ReceiverOf(SimpleNameSyntax node) => node.Parent switch
    {
        MemberAccessExpressionSyntax access when access.Name == node => access.Expression,
        MemberBindingExpressionSyntax binding => binding.Ancestors().OfType<ConditionalAccessExpressionSyntax>()
            .FirstOrDefault(access => access.WhenNotNull.Span.Contains(binding.Span))?.Expression,
        _ => null,
    };

    bool IsKnown(ExpressionSyntax expression) =>
        model.GetTypeInfo(expression).Type is { TypeKind: not TypeKind.Error } || model.GetSymbolInfo(expression).Symbol is INamespaceOrTypeSymbol;

    /// <summary>Null where nothing may be assumed.</summary>
    ITypeSymbol? TypeOf(ExpressionSyntax expression)
    {
        if (model.GetTypeInfo(expression).Type is { TypeKind: not TypeKind.Error } known) return known;
        if (depth >= MaxDepth) return null;
        depth++;
        try
        {
            return expression switch
            {
                IdentifierNameSyntax name => model.GetSymbolInfo(name).Symbol is ILocalSymbol local ? TypeOfLocal(local) : null,
                ParenthesizedExpressionSyntax inner => TypeOf(inner.Expression),
                PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } inner => TypeOf(inner.Operand),
                AwaitExpressionSyntax wait => ResultOf(TypeOf(wait.Expression)),
                InvocationExpressionSyntax call => NamedResult(call) ?? Bound(call),
                MemberAccessExpressionSyntax or ElementAccessExpressionSyntax or ConditionalAccessExpressionSyntax => Bound(expression),
                _ => null,
            };
        }
        finally
        {
            depth--;
        }
    }

    /// <summary>`var x = …` is what stands behind it.</summary>
    ITypeSymbol? TypeOfLocal(ILocalSymbol local)
    {
        if (locals.TryGetValue(local, out var known)) return known;
        // Whoever asks on the way asks in a circle.
        locals[local] = null;
        return locals[local] = local.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() switch
        {
            VariableDeclaratorSyntax { Initializer.Value: { } value, Parent: VariableDeclarationSyntax { Type.IsVar: true } } => TypeOf(value),
            _ => null,
        };
    }

    /// <summary>A call of something unknown with one type argument: containers, factories and substitutes give what they are asked for.</summary>
    ITypeSymbol? NamedResult(InvocationExpressionSyntax call)
    {
        var name = call.Expression switch
        {
            MemberAccessExpressionSyntax access => access.Name,
            MemberBindingExpressionSyntax binding => binding.Name,
            SimpleNameSyntax simple => simple,
            _ => null,
        };
        if (name is not GenericNameSyntax { TypeArgumentList.Arguments: [var argument] }) return null;
        var info = model.GetSymbolInfo(call);
        if (info.Symbol is not null || !info.CandidateSymbols.IsEmpty) return null;
        return model.GetTypeInfo(argument).Type is { TypeKind: not TypeKind.Error } type ? type : null;
    }

    /// <summary>What the compiler says once the values within have their types.</summary>
    ITypeSymbol? Bound(ExpressionSyntax expression)
    {
        var replaced = (ExpressionSyntax)Replaced(expression);
        if (replaced == expression) return null;
        var type = model.GetSpeculativeTypeInfo(expression.SpanStart, replaced, SpeculativeBindingOption.BindAsExpression).Type;
        return type is null or { TypeKind: TypeKind.Error } ? null : type;
    }

    SyntaxNode Replaced(SyntaxNode node) => new Replacer(this).Visit(node);

    static ExpressionSyntax ValueOf(ITypeSymbol type) =>
        SyntaxFactory.ParseExpression($"default({type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat)})!");

    static ITypeSymbol? ResultOf(ITypeSymbol? type) =>
        type is INamedTypeSymbol { Name: "Task" or "ValueTask", TypeArguments: [var result] } ? result : null;

    /// <summary>Puts `default(T)` in the place of values whose type is assumed.</summary>
    sealed class Replacer(Assumptions assumptions) : CSharpSyntaxRewriter
    {
        public override SyntaxNode? VisitIdentifierName(IdentifierNameSyntax node) =>
            assumptions.model.GetSymbolInfo(node).Symbol is ILocalSymbol { Type.TypeKind: TypeKind.Error } local && assumptions.TypeOfLocal(local) is { IsAnonymousType: false } type
                ? ValueOf(type)
                : node;

        public override SyntaxNode? VisitInvocationExpression(InvocationExpressionSyntax node) =>
            !assumptions.IsKnown(node) && assumptions.NamedResult(node) is { IsAnonymousType: false } type ? ValueOf(type) : base.VisitInvocationExpression(node);
    }
}
