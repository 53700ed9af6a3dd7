using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Clew.Roslyn.Analysis;

/// <summary>What declarations say of themselves: bases, overridden and implemented members, extended types.</summary>
sealed class Heritage(SemanticModel model, Targets targets, FileUses found)
{
    public void Link(TypeDeclarationSyntax node)
    {
        if (model.GetDeclaredSymbol(node) is not INamedTypeSymbol type) return;
        foreach (var named in node.BaseList?.Types ?? default) LinkBase(node, named);
        foreach (var member in node.Members) LinkMember(member);
        foreach (var (own, contract) in ImplementedBy(type))
        {
            foreach (var reference in own.DeclaringSyntaxReferences)
            {
                if (reference.SyntaxTree != model.SyntaxTree || !node.Span.Contains(reference.Span)) continue;
                int name = Targets.NameOffset(reference.GetSyntax());
                found.AddDeclared(UseKind.Overrides, name, name, targets.Of(contract));
            }
        }
    }

    void LinkBase(TypeDeclarationSyntax node, BaseTypeSyntax named)
    {
        if (model.GetSymbolInfo(named.Type).Symbol is not INamedTypeSymbol target) return;
        var isContract = target.TypeKind == TypeKind.Interface && node is not InterfaceDeclarationSyntax;
        found.AddDeclared(isContract ? UseKind.Implements : UseKind.Inherits, node.Identifier.SpanStart, named.SpanStart, targets.Of(target));
    }

    void LinkMember(MemberDeclarationSyntax member)
    {
        // `event A x, y;` and `int x, y;` declare several; fields override nothing.
        if (member is EventFieldDeclarationSyntax events)
        {
            foreach (var variable in events.Declaration.Variables) LinkDeclared(variable);
        }
        else if (member is not BaseTypeDeclarationSyntax and not FieldDeclarationSyntax) LinkDeclared(member);
    }

    void LinkDeclared(SyntaxNode node)
    {
        int name = Targets.NameOffset(node);
        var symbol = model.GetDeclaredSymbol(node);
        ISymbol? overridden = symbol switch
        {
            IMethodSymbol method => method.OverriddenMethod,
            IPropertySymbol property => property.OverriddenProperty,
            IEventSymbol @event => @event.OverriddenEvent,
            _ => null,
        };
        found.AddDeclared(UseKind.Overrides, name, name, targets.Of(overridden));
        if (symbol is IMethodSymbol { IsExtensionMethod: true } extension)
            found.AddDeclared(UseKind.Extends, name, name, targets.Of(extension.Parameters[0].Type));
    }

    /// <summary>Members of the type that stand for members of interfaces, named so or found by their signature.</summary>
    static IEnumerable<(ISymbol Own, ISymbol Contract)> ImplementedBy(INamedTypeSymbol type)
    {
        if (type.TypeKind is not (TypeKind.Class or TypeKind.Struct or TypeKind.Interface)) yield break;
        foreach (var contract in type.AllInterfaces)
        {
            if (contract.OriginalDefinition.DeclaringSyntaxReferences.IsEmpty) continue;
            foreach (var member in contract.GetMembers())
            {
                if (member is IMethodSymbol { AssociatedSymbol: not null } or INamedTypeSymbol) continue;
                var own = type.FindImplementationForInterfaceMember(member);
                if (own is not null && SymbolEqualityComparer.Default.Equals(own.ContainingType, type)) yield return (own, member);
            }
        }
    }
}
