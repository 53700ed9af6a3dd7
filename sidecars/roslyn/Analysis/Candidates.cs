using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Clew.Roslyn.Analysis;

/// <summary>
/// What a name means where the compiler names candidates only: packages that are not there leave arguments without types, and
/// overloads cannot be told apart by them. One candidate, or one that takes so many arguments, is what is meant.
/// </summary>
static class Candidates
{
    public static ISymbol? Choose(SymbolInfo info, SyntaxNode node)
    {
        if (info.Symbol is not null) return info.Symbol;
        if (info.CandidateReason is CandidateReason.None or CandidateReason.LateBound or CandidateReason.MemberGroup) return null;
        var candidates = Distinct(info.CandidateSymbols);
        if (candidates.Count == 1) return candidates[0];
        if (ArgumentsOf(node) is not { } arguments) return null;
        var fitting = candidates.OfType<IMethodSymbol>().Where(method => Takes(method, arguments)).ToList();
        return fitting.Count == 1 ? fitting[0] : null;
    }

    static List<ISymbol> Distinct(ImmutableArray<ISymbol> symbols)
    {
        var distinct = new List<ISymbol>();
        foreach (var symbol in symbols)
            if (!distinct.Any(each => SymbolEqualityComparer.Default.Equals(Targets.Definition(each), Targets.Definition(symbol)))) distinct.Add(symbol);
        return distinct;
    }

    static SeparatedSyntaxList<ArgumentSyntax>? ArgumentsOf(SyntaxNode node) => node switch
    {
        BaseObjectCreationExpressionSyntax creation => creation.ArgumentList?.Arguments ?? default,
        ConstructorInitializerSyntax initializer => initializer.ArgumentList.Arguments,
        PrimaryConstructorBaseTypeSyntax baseType => baseType.ArgumentList.Arguments,
        SimpleNameSyntax name when UseWalker.InvocationOf(name) is { } call => call.ArgumentList.Arguments,
        _ => null,
    };

    static bool Takes(IMethodSymbol method, SeparatedSyntaxList<ArgumentSyntax> arguments)
    {
        var parameters = method.Parameters;
        bool isOpen = parameters.Length > 0 && parameters[^1].IsParams;
        if (arguments.Count > parameters.Length && !isOpen) return false;
        if (arguments.Any(each => each.NameColon is { } named && parameters.All(parameter => parameter.Name != named.Name.Identifier.ValueText))) return false;
        return parameters.Count(parameter => !parameter.IsOptional && !parameter.IsParams) <= arguments.Count;
    }
}
