using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Clew.Roslyn.Analysis;

/// <summary>A place in a file of the view where a name is declared.</summary>
readonly record struct Place(string Path, int Offset);

/// <summary>The compiler's symbols as numbers that stand for the places of their declarations, told to the parent once.</summary>
sealed class Targets
{
    public const int None = -1;

    readonly Dictionary<Place, int> byFirstPlace = [];
    readonly Dictionary<ISymbol, int> bySymbol = new(SymbolEqualityComparer.Default);
    readonly List<(int Id, IReadOnlyList<Place> Places)> untold = [];

    /// <summary>Symbols of one compilation are of no use in the next; their places are.</summary>
    public void ForgetSymbols() => bySymbol.Clear();

    public List<(int Id, IReadOnlyList<Place> Places)> TakeUntold()
    {
        var taken = untold.ToList();
        untold.Clear();
        return taken;
    }

    /// <summary>None for what is not declared in the view.</summary>
    public int Of(ISymbol? used)
    {
        if (used is null || Definition(used) is not { } symbol) return None;
        if (bySymbol.TryGetValue(symbol, out int known)) return known;
        return bySymbol[symbol] = Number(PlacesOf(symbol));
    }

    int Number(List<Place> places)
    {
        if (places.Count == 0) return None;
        if (byFirstPlace.TryGetValue(places[0], out int known)) return known;
        int id = byFirstPlace[places[0]] = byFirstPlace.Count;
        untold.Add((id, places));
        return id;
    }

    /// <summary>The thing that a name means: without type arguments, as it was declared; an accessor is its property.</summary>
    public static ISymbol? Definition(ISymbol symbol)
    {
        switch (symbol)
        {
            case IAliasSymbol alias:
                return Definition(alias.Target);
            case IMethodSymbol method:
                method = (method.ReducedFrom ?? method).OriginalDefinition;
                if (method.AssociatedSymbol is { } owner) return Definition(owner);
                // A constructor that nobody wrote is the type itself.
                return method is { MethodKind: MethodKind.Constructor, IsImplicitlyDeclared: true } ? method.ContainingType.OriginalDefinition : method;
            case IFieldSymbol field:
                field = field.CorrespondingTupleField ?? field;
                return field.AssociatedSymbol is { } property ? Definition(property) : field.OriginalDefinition;
            case IPropertySymbol or IEventSymbol:
                return symbol.OriginalDefinition;
            case INamedTypeSymbol { IsAnonymousType: true } or INamedTypeSymbol { IsTupleType: true } or IErrorTypeSymbol:
                return null;
            case INamedTypeSymbol type:
                return type.OriginalDefinition;
            case IArrayTypeSymbol array:
                return Definition(array.ElementType);
            default:
                return null;
        }
    }

    /// <summary>All declarations of a symbol, the first by path in front; parts of a partial type are one symbol.</summary>
    static List<Place> PlacesOf(ISymbol symbol)
    {
        var references = symbol.DeclaringSyntaxReferences.AsEnumerable();
        if (symbol is IMethodSymbol { PartialImplementationPart: { } part }) references = references.Concat(part.DeclaringSyntaxReferences);
        var places = new List<Place>();
        foreach (var reference in references)
        {
            var path = reference.SyntaxTree.FilePath;
            if (path.Length > 0 && NameOffset(reference.GetSyntax()) is >= 0 and var offset) places.Add(new(path, offset));
        }
        places.Sort((a, b) => string.CompareOrdinal(a.Path, b.Path) is var order && order != 0 ? order : a.Offset - b.Offset);
        return places;
    }

    /// <summary>Where the facts of clew have the name of a declaration; -1 for what they do not name.</summary>
    public static int NameOffset(SyntaxNode node) => node switch
    {
        BaseTypeDeclarationSyntax type => type.Identifier.SpanStart,
        DelegateDeclarationSyntax type => type.Identifier.SpanStart,
        EnumMemberDeclarationSyntax member => member.Identifier.SpanStart,
        MethodDeclarationSyntax method => method.Identifier.SpanStart,
        ConstructorDeclarationSyntax constructor => constructor.Identifier.SpanStart,
        DestructorDeclarationSyntax destructor => destructor.Identifier.SpanStart,
        OperatorDeclarationSyntax @operator => @operator.OperatorToken.SpanStart,
        ConversionOperatorDeclarationSyntax conversion => conversion.Type.SpanStart,
        PropertyDeclarationSyntax property => property.Identifier.SpanStart,
        IndexerDeclarationSyntax indexer => indexer.ThisKeyword.SpanStart,
        EventDeclarationSyntax @event => @event.Identifier.SpanStart,
        VariableDeclaratorSyntax variable => variable.Identifier.SpanStart,
        LocalFunctionStatementSyntax function => function.Identifier.SpanStart,
        // Of a record: it declares a property.
        ParameterSyntax parameter => parameter.Identifier.SpanStart,
        _ => -1,
    };
}
