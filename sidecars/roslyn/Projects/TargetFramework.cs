namespace Clew.Roslyn.Projects;

enum FrameworkFamily { Core, Standard, Framework }

/// <summary>A target framework by the names that projects and packages give it.</summary>
sealed record TargetFramework(FrameworkFamily Family, Version Version, string Name)
{
    public static readonly TargetFramework Unknown = new(FrameworkFamily.Core, new(0, 0), "");

    static readonly string[] CoreBeforeFive = ["1.0", "1.1", "2.0", "2.1", "2.2", "3.0", "3.1"];
    static readonly string[] Standards = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.0", "2.1"];
    static readonly string[] Frameworks =
        ["2.0", "3.5", "4.0", "4.5", "4.5.1", "4.5.2", "4.6", "4.6.1", "4.6.2", "4.7", "4.7.1", "4.7.2", "4.8", "4.8.1"];

    /// <summary>`net8.0-windows`, `netstandard2.0`, `net472`, `.NETStandard2.0`, `v4.8`; null for others.</summary>
    public static TargetFramework? Parse(string name)
    {
        var plain = name.Trim().ToLowerInvariant().TrimStart('.').Split('-', ',')[0];
        if (plain.StartsWith("netcoreapp")) return Make(FrameworkFamily.Core, plain["netcoreapp".Length..], plain);
        if (plain.StartsWith("netstandard")) return Make(FrameworkFamily.Standard, plain["netstandard".Length..], plain);
        if (plain.StartsWith("netframework")) return Make(FrameworkFamily.Framework, plain["netframework".Length..], plain);
        if (plain.StartsWith('v')) return Make(FrameworkFamily.Framework, plain[1..], plain);
        if (!plain.StartsWith("net")) return null;
        var number = plain[3..];
        if (!number.Contains('.')) return Make(FrameworkFamily.Framework, string.Join('.', number.AsEnumerable()), plain);
        var made = Make(FrameworkFamily.Core, number, plain);
        return made?.Version.Major < 5 ? made with { Family = FrameworkFamily.Framework } : made;
    }

    static TargetFramework? Make(FrameworkFamily family, string number, string name)
    {
        if (!number.Contains('.')) number += ".0";
        return Version.TryParse(number, out var version) ? new(family, version, name) : null;
    }

    /// <summary>The newest that this machine has reference assemblies for; what runs on most is last.</summary>
    public static string Choose(IReadOnlyList<string> names, Version newestCore)
    {
        string best = names[0];
        var bestRank = (int.MinValue, new Version(0, 0));
        foreach (var name in names)
        {
            if (Parse(name) is not { } framework) continue;
            int rank = framework.Family switch
            {
                FrameworkFamily.Core => framework.Version <= newestCore ? 6 : 0,
                FrameworkFamily.Standard => 4,
                _ => 2,
            };
            // Of a platform only when nothing else is offered.
            if (name.Contains('-')) rank--;
            if ((rank, framework.Version).CompareTo(bestRank) <= 0) continue;
            bestRank = (rank, framework.Version);
            best = name;
        }
        return best;
    }

    public string Identifier => Family switch
    {
        FrameworkFamily.Core => ".NETCoreApp",
        FrameworkFamily.Standard => ".NETStandard",
        _ => ".NETFramework",
    };

    /// <summary>What the compiler is told of it for `#if`.</summary>
    public IEnumerable<string> Symbols()
    {
        switch (Family)
        {
            case FrameworkFamily.Core:
                yield return "NETCOREAPP";
                if (Version.Major < 5) yield return $"NETCOREAPP{Version.Major}_{Version.Minor}";
                else
                {
                    yield return "NET";
                    yield return $"NET{Version.Major}_{Version.Minor}";
                    for (int major = 5; major <= Version.Major; major++) yield return $"NET{major}_0_OR_GREATER";
                }
                foreach (var each in UpTo(CoreBeforeFive)) yield return $"NETCOREAPP{each.Replace('.', '_')}_OR_GREATER";
                break;
            case FrameworkFamily.Standard:
                yield return "NETSTANDARD";
                yield return $"NETSTANDARD{Version.Major}_{Version.Minor}";
                foreach (var each in UpTo(Standards)) yield return $"NETSTANDARD{each.Replace('.', '_')}_OR_GREATER";
                break;
            default:
                yield return "NETFRAMEWORK";
                yield return $"NET{Version.ToString().Replace(".", "")}";
                foreach (var each in UpTo(Frameworks)) yield return $"NET{each.Replace(".", "")}_OR_GREATER";
                break;
        }
    }

    IEnumerable<string> UpTo(string[] versions) => versions.Where(each => Version.Parse(each) <= Version);

    /// <summary>How well what was made for `offered` serves here; 0 when it does not.</summary>
    public int Accepts(TargetFramework offered)
    {
        int fine = offered.Version.Major * 100 + offered.Version.Minor * 10 + Math.Max(offered.Version.Build, 0);
        if (offered.Family == Family) return offered.Version <= Version ? 20_000 + fine : 0;
        if (offered.Family == FrameworkFamily.Standard)
            return offered.Version <= NewestStandard() ? 10_000 + fine : 0;
        // NuGet's own last resort for packages that were never made for .NET Core.
        return Family == FrameworkFamily.Core && offered.Family == FrameworkFamily.Framework ? 1 + fine : 0;
    }

    Version NewestStandard() => Family switch
    {
        FrameworkFamily.Core => Version.Major >= 3 ? new(2, 1) : Version.Major == 2 ? new(2, 0) : new(1, 6),
        FrameworkFamily.Framework => Version >= new Version(4, 6, 1) ? new(2, 0) : Version >= new Version(4, 5) ? new(1, 1) : new(0, 0),
        _ => new(0, 0),
    };

    /// <summary>The language version that its compiler takes when a project names none.</summary>
    public string DefaultLanguage() => Family switch
    {
        FrameworkFamily.Core when Version.Major >= 5 => $"{Version.Major + 4}",
        FrameworkFamily.Core when Version.Major == 3 => "8",
        FrameworkFamily.Standard when Version >= new Version(2, 1) => "8",
        _ => "7.3",
    };
}
