using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Clew.Roslyn.Analysis;

/// <summary>
/// Uses that no name shows: operators, indexers, conversions, query clauses, `new()`, `: base(…)`, and the members that
/// `foreach`, `await`, `using`, deconstructions and initialisers run by their pattern.
/// </summary>
sealed class HiddenCalls(SemanticModel model, Targets targets, FileUses found, DeclaredNames names)
{
    public void Look(SyntaxNode node)
    {
        switch (node)
        {
            case ImplicitObjectCreationExpressionSyntax creation:
                Create(creation, creation.NewKeyword.SpanStart);
                break;
            case ConstructorInitializerSyntax initializer:
                Call(Candidates.Choose(model.GetSymbolInfo(initializer), initializer), initializer.ThisOrBaseKeyword.SpanStart);
                break;
            case PrimaryConstructorBaseTypeSyntax baseType:
                Call(Candidates.Choose(model.GetSymbolInfo(baseType), baseType), baseType.SpanStart);
                break;
            case BinaryExpressionSyntax binary:
                Operator(binary, binary.OperatorToken);
                break;
            case PrefixUnaryExpressionSyntax unary:
                Operator(unary, unary.OperatorToken);
                break;
            case PostfixUnaryExpressionSyntax unary:
                Operator(unary, unary.OperatorToken);
                break;
            case AssignmentExpressionSyntax assignment:
                Operator(assignment, assignment.OperatorToken);
                if (assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)) Deconstruct(model.GetDeconstructionInfo(assignment), assignment.Left.SpanStart);
                break;
            case CastExpressionSyntax cast:
                Operator(cast, cast.OpenParenToken);
                break;
            case ElementAccessExpressionSyntax or ElementBindingExpressionSyntax or ImplicitElementAccessSyntax:
                Indexer(node);
                break;
            case QueryClauseSyntax clause:
                var clauseInfo = model.GetQueryClauseInfo(clause);
                Call(clauseInfo.OperationInfo.Symbol, clause.SpanStart);
                Call(clauseInfo.CastInfo.Symbol, clause.SpanStart);
                break;
            case SelectOrGroupClauseSyntax select:
                Call(model.GetSymbolInfo(select).Symbol, select.SpanStart);
                break;
            case OrderingSyntax ordering:
                Call(model.GetSymbolInfo(ordering).Symbol, ordering.SpanStart);
                break;
            case CommonForEachStatementSyntax loop:
                Loop(loop);
                break;
            case AwaitExpressionSyntax wait:
                var awaited = model.GetAwaitExpressionInfo(wait);
                Call(awaited.GetAwaiterMethod, wait.SpanStart);
                Call(awaited.GetResultMethod, wait.SpanStart);
                break;
            case UsingStatementSyntax or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 }:
                Dispose(node);
                break;
            case InitializerExpressionSyntax initializer when initializer.IsKind(SyntaxKind.CollectionInitializerExpression):
                foreach (var element in initializer.Expressions) Call(model.GetCollectionInitializerSymbolInfo(element).Symbol, element.SpanStart);
                break;
            case RecursivePatternSyntax { PositionalPatternClause: not null }:
                if (model.GetOperation(node) is IRecursivePatternOperation pattern) Call(pattern.DeconstructSymbol, node.SpanStart);
                break;
        }
        if (names.HasConversions && node is ExpressionSyntax expression) Convert(expression);
    }

    void Create(ImplicitObjectCreationExpressionSyntax creation, int at)
    {
        int type = targets.Of(model.GetTypeInfo(creation).Type);
        found.Add(UseKind.Calls, at, type);
        int constructor = targets.Of(Candidates.Choose(model.GetSymbolInfo(creation), creation));
        if (constructor != type) found.Add(UseKind.Calls, at, constructor);
    }

    void Operator(ExpressionSyntax expression, SyntaxToken sign)
    {
        if (model.GetSymbolInfo(expression).Symbol is IMethodSymbol { MethodKind: MethodKind.UserDefinedOperator or MethodKind.Conversion } method)
            Call(method, sign.SpanStart);
    }

    void Convert(ExpressionSyntax expression)
    {
        if (expression.Parent is CastExpressionSyntax) return;
        var conversion = model.GetConversion(expression);
        if (conversion is { IsUserDefined: true, IsImplicit: true }) Call(conversion.MethodSymbol, expression.SpanStart);
    }

    void Indexer(SyntaxNode node)
    {
        var info = model.GetSymbolInfo(node);
        var meant = info.Symbol ?? (info.CandidateSymbols.Length == 1 ? info.CandidateSymbols[0] : null);
        if (meant is not IPropertySymbol { IsIndexer: true }) return;
        var bracket = node.DescendantNodesAndSelf().OfType<BracketedArgumentListSyntax>().LastOrDefault(list => list.Parent == node);
        found.Add(UseKind.References, bracket?.SpanStart ?? node.SpanStart, targets.Of(meant));
    }

    void Loop(CommonForEachStatementSyntax loop)
    {
        var info = model.GetForEachStatementInfo(loop);
        int at = loop.ForEachKeyword.SpanStart;
        Call(info.GetEnumeratorMethod, at);
        Call(info.MoveNextMethod, at);
        Call(info.DisposeMethod, at);
        found.Add(UseKind.References, at, targets.Of(info.CurrentProperty));
        if (loop is ForEachVariableStatementSyntax variables) Deconstruct(model.GetDeconstructionInfo(variables), variables.Variable.SpanStart);
    }

    void Deconstruct(DeconstructionInfo info, int at)
    {
        Call(info.Method, at);
        foreach (var nested in info.Nested) Deconstruct(nested, at);
    }

    /// <summary>The `Dispose` that runs at the end, when the type of the resource declares it.</summary>
    void Dispose(SyntaxNode node)
    {
        var (type, awaits, at) = node switch
        {
            UsingStatementSyntax { Declaration: { } variables } statement => (model.GetTypeInfo(variables.Type).Type, statement.AwaitKeyword, statement.UsingKeyword.SpanStart),
            UsingStatementSyntax statement => (model.GetTypeInfo(statement.Expression!).Type, statement.AwaitKeyword, statement.UsingKeyword.SpanStart),
            LocalDeclarationStatementSyntax local => (model.GetTypeInfo(local.Declaration.Type).Type, local.AwaitKeyword, local.UsingKeyword.SpanStart),
            _ => default,
        };
        if (type is null) return;
        var isAsync = awaits.IsKind(SyntaxKind.AwaitKeyword);
        var contract = model.Compilation.GetTypeByMetadataName(isAsync ? "System.IAsyncDisposable" : "System.IDisposable");
        var declared = contract?.GetMembers().FirstOrDefault(member => member is IMethodSymbol);
        var runs = declared is null ? null : type.FindImplementationForInterfaceMember(declared);
        Call(runs ?? type.GetMembers(isAsync ? "DisposeAsync" : "Dispose").FirstOrDefault(member => member is IMethodSymbol { Parameters.Length: 0 }), at);
    }

    void Call(ISymbol? method, int at)
    {
        if (method is not null) found.Add(method is IPropertySymbol ? UseKind.References : UseKind.Calls, at, targets.Of(method));
    }
}
