using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Clew.Roslyn.Analysis;

/// <summary>Every use in one file that a name shows: which symbol it means, and whether it calls it.</summary>
sealed class UseWalker(SemanticModel model, Targets targets, DeclaredNames names, FileUses found) : CSharpSyntaxWalker
{
    readonly HiddenCalls hidden = new(model, targets, found, names);
    readonly Heritage heritage = new(model, targets, found);
    readonly Usings usings = new(model, found);
    readonly Assumptions assumptions = new(model);

    public void Run()
    {
        Visit(model.SyntaxTree.GetRoot());
        usings.Finish();
    }

    public override void DefaultVisit(SyntaxNode node)
    {
        hidden.Look(node);
        base.DefaultVisit(node);
    }

    public override void VisitUsingDirective(UsingDirectiveSyntax node)
    {
        usings.Add(node);
        if (node.StaticKeyword.IsKind(SyntaxKind.None) && node.Alias is null) return;
        if (node.NamespaceOrType is { } type) Import(type);
    }

    public override void VisitIdentifierName(IdentifierNameSyntax node)
    {
        Name(node);
        base.VisitIdentifierName(node);
    }

    public override void VisitGenericName(GenericNameSyntax node)
    {
        Name(node);
        base.VisitGenericName(node);
    }

    public override void VisitClassDeclaration(ClassDeclarationSyntax node) => Type(node, base.VisitClassDeclaration);

    public override void VisitStructDeclaration(StructDeclarationSyntax node) => Type(node, base.VisitStructDeclaration);

    public override void VisitInterfaceDeclaration(InterfaceDeclarationSyntax node) => Type(node, base.VisitInterfaceDeclaration);

    public override void VisitRecordDeclaration(RecordDeclarationSyntax node) => Type(node, base.VisitRecordDeclaration);

    void Type<T>(T node, Action<T> visit) where T : TypeDeclarationSyntax
    {
        heritage.Link(node);
        visit(node);
    }

    /// <summary>`using static N.T;`, `using A = N.T;`</summary>
    void Import(TypeSyntax type)
    {
        foreach (var name in type.DescendantNodesAndSelf().OfType<SimpleNameSyntax>())
            if (names.Has(name.Identifier.ValueText) && model.GetSymbolInfo(name).Symbol is INamedTypeSymbol meant)
                found.Add(UseKind.Imports, name.SpanStart, targets.Of(meant));
    }

    void Name(SimpleNameSyntax node)
    {
        if (!names.Has(node.Identifier.ValueText) || IsDeclaringName(node)) return;
        if (node.Parent is AttributeSyntax or QualifiedNameSyntax { Parent: AttributeSyntax })
        {
            Attribute(node);
            return;
        }
        var call = InvocationOf(node);
        var info = model.GetSymbolInfo(node);
        if (info.CandidateReason == CandidateReason.MemberGroup)
        {
            Group(node, info);
            return;
        }
        var meant = Candidates.Choose(info, node);
        var created = CreationOf(node);
        if (meant is null)
        {
            bool isOpen = call is not null ? info.CandidateReason != CandidateReason.NotInvocable : IsOfUnknownType(node);
            if (isOpen) Assume(node, call is not null);
            return;
        }
        usings.Note(meant, node);
        int target = targets.Of(meant);
        var kind = call is not null || created is not null ? UseKind.Calls : UseKind.References;
        found.Add(kind, node.SpanStart, target);
        if (created is not null) Constructor(created, node.SpanStart, target);
    }

    void Assume(SimpleNameSyntax node, bool isCall)
    {
        int target = targets.Of(assumptions.MemberAt(node));
        if (target == Targets.None) found.AddUnresolved(node.Identifier.ValueText, node.SpanStart);
        else found.AddAssumed(isCall ? UseKind.Calls : UseKind.References, node.SpanStart, target);
    }

    /// <summary>`x.Name` and `x?.Name` where the type of `x` is not on this machine.</summary>
    bool IsOfUnknownType(SimpleNameSyntax node) =>
        Assumptions.ReceiverOf(node) is { } receiver
        && model.GetTypeInfo(receiver).Type is null or IErrorTypeSymbol && model.GetSymbolInfo(receiver).Symbol is not INamespaceSymbol;

    /// <summary>`nameof(Method)` and a method group without a delegate type: every overload may be meant.</summary>
    void Group(SimpleNameSyntax node, SymbolInfo info)
    {
        foreach (var candidate in info.CandidateSymbols) found.Add(UseKind.References, node.SpanStart, targets.Of(candidate));
    }

    /// <summary>`[Route]` runs the constructor of its class.</summary>
    void Attribute(SimpleNameSyntax node)
    {
        var attribute = node.FirstAncestorOrSelf<AttributeSyntax>()!;
        if (attribute.Name is QualifiedNameSyntax qualified && qualified.Right != node)
        {
            found.Add(UseKind.References, node.SpanStart, targets.Of(model.GetSymbolInfo(node).Symbol));
            return;
        }
        var info = model.GetSymbolInfo(attribute);
        if ((info.Symbol ?? info.CandidateSymbols.FirstOrDefault()) is not IMethodSymbol constructor) return;
        usings.Note(constructor.ContainingType, node);
        found.Add(UseKind.Calls, node.SpanStart, targets.Of(constructor.ContainingType));
        if (info.Symbol is not null) found.Add(UseKind.Calls, node.SpanStart, targets.Of(constructor));
    }

    void Constructor(ObjectCreationExpressionSyntax creation, int at, int type)
    {
        int constructor = targets.Of(Candidates.Choose(model.GetSymbolInfo(creation), creation));
        if (constructor != type) found.Add(UseKind.Calls, at, constructor);
    }

    static ObjectCreationExpressionSyntax? CreationOf(SimpleNameSyntax node)
    {
        SyntaxNode name = node;
        while (IsLast(name)) name = name.Parent!;
        return name.Parent is ObjectCreationExpressionSyntax creation && creation.Type == name ? creation : null;
    }

    static bool IsLast(SyntaxNode name) => name.Parent switch
    {
        QualifiedNameSyntax qualified => qualified.Right == name,
        AliasQualifiedNameSyntax aliased => aliased.Name == name,
        _ => false,
    };

    /// <summary>The call whose callee is this name: `f()`, `a.f()`, `a?.f()`, `(a.f)()`.</summary>
    internal static InvocationExpressionSyntax? InvocationOf(SimpleNameSyntax node)
    {
        SyntaxNode callee = node;
        if (callee.Parent is MemberAccessExpressionSyntax access && access.Name == callee) callee = access;
        else if (callee.Parent is MemberBindingExpressionSyntax binding) callee = binding;
        while (callee.Parent is ParenthesizedExpressionSyntax || callee.Parent.IsKind(SyntaxKind.SuppressNullableWarningExpression)) callee = callee.Parent!;
        return callee.Parent is InvocationExpressionSyntax call && call.Expression == callee ? call : null;
    }

    static bool IsDeclaringName(SimpleNameSyntax node) => node.Parent switch
    {
        NameEqualsSyntax { Parent: UsingDirectiveSyntax or AnonymousObjectMemberDeclaratorSyntax } => true,
        NameColonSyntax colon => colon.Parent is ArgumentSyntax or TupleElementSyntax,
        BaseNamespaceDeclarationSyntax => true,
        QualifiedNameSyntax { Parent: BaseNamespaceDeclarationSyntax } => true,
        _ => false,
    };
}
