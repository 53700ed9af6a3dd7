namespace Clew.Roslyn.Projects;

/// <summary>
/// The functions that project files are known to decide with. All are computed here over texts; one that is not listed is
/// empty, and none touches the machine.
/// </summary>
static class PropertyFunctions
{
    public static string CallStatic(Properties properties, string name, string[] given)
    {
        string Argument(int at) => at < given.Length ? given[at] : "";
        switch (name.ToLowerInvariant())
        {
            case "msbuild::getpathoffileabove":
                return Above(properties, given.Length > 1 ? Argument(1) : properties["MSBuildThisFileDirectory"], Argument(0)) is { } found
                    ? ViewFiles.Root + found
                    : "";
            case "msbuild::getdirectorynameoffileabove":
                return Above(properties, Argument(0), Argument(1)) is { } above ? ViewFiles.Root + ViewFiles.FolderOf(above) : "";
            case "msbuild::gettargetframeworkidentifier":
                return TargetFramework.Parse(Argument(0))?.Identifier ?? "";
            case "msbuild::gettargetframeworkversion":
                return TargetFramework.Parse(Argument(0))?.Version.ToString() ?? "";
            case "msbuild::istargetframeworkcompatible":
                return Text(TargetFramework.Parse(Argument(0)) is { } target && TargetFramework.Parse(Argument(1)) is { } offered
                    && target.Accepts(offered) >= 10_000);
            case "msbuild::versionequals": return Text(Compare(given) == 0);
            case "msbuild::versionnotequals": return Text(Compare(given) != 0);
            case "msbuild::versiongreaterthan": return Text(Compare(given) > 0);
            case "msbuild::versiongreaterthanorequals": return Text(Compare(given) >= 0);
            case "msbuild::versionlessthan": return Text(Compare(given) < 0);
            case "msbuild::versionlessthanorequals": return Text(Compare(given) <= 0);
            case "msbuild::ensuretrailingslash": return Argument(0).EndsWith('/') ? Argument(0) : Argument(0) + "/";
            case "msbuild::valueordefault": return Argument(0).Length > 0 ? Argument(0) : Argument(1);
            case "msbuild::isosplatform": return Text(ProjectXml.Same(Argument(0), "linux"));
            case "msbuild::normalizepath" or "msbuild::normalizedirectory" or "system.io.path::combine":
                return string.Join('/', given.Select(part => part.Replace('\\', '/').TrimEnd('/')));
            case "system.io.path::getfilename": return ViewFiles.NameOf(Argument(0).Replace('\\', '/'));
            case "system.io.path::getdirectoryname": return ViewFiles.FolderOf(Argument(0).Replace('\\', '/'));
            case "system.string::isnullorempty": return Text(Argument(0).Length == 0);
            case "system.string::isnullorwhitespace": return Text(Argument(0).Trim().Length == 0);
            case "system.string::copy" or "system.string::new": return Argument(0);
            default: return "";
        }
    }

    public static string Call(string value, string method, string[] given)
    {
        string first = given.Length > 0 ? given[0] : "";
        switch (method.ToLowerInvariant())
        {
            case "startswith": return Text(value.StartsWith(first, StringComparison.Ordinal));
            case "endswith": return Text(value.EndsWith(first, StringComparison.Ordinal));
            case "contains": return Text(value.Contains(first, StringComparison.Ordinal));
            case "equals": return Text(value == first);
            case "replace": return first.Length > 0 ? value.Replace(first, given.Length > 1 ? given[1] : "") : value;
            case "tolower" or "tolowerinvariant": return value.ToLowerInvariant();
            case "toupper" or "toupperinvariant": return value.ToUpperInvariant();
            case "trim": return value.Trim([.. first]);
            case "trimstart": return value.TrimStart([.. first]);
            case "trimend": return value.TrimEnd([.. first]);
            case "length": return value.Length.ToString();
            case "indexof": return value.IndexOf(first, StringComparison.Ordinal).ToString();
            case "substring":
                if (!int.TryParse(first, out int start) || start < 0 || start > value.Length) return "";
                bool hasLength = given.Length > 1 && int.TryParse(given[1], out _);
                int length = hasLength ? Math.Clamp(int.Parse(given[1]), 0, value.Length - start) : value.Length - start;
                return value.Substring(start, length);
            default: return "";
        }
    }

    static string? Above(Properties properties, string start, string name) =>
        ViewFiles.Resolve("", start) is { } folder && !name.Contains('/') ? properties.Files.FindAbove(folder, name) : null;

    static int Compare(string[] given) => Number(given.ElementAtOrDefault(0)).CompareTo(Number(given.ElementAtOrDefault(1)));

    static Version Number(string? text)
    {
        var plain = (text ?? "").TrimStart('v', 'V').Split('-')[0];
        return Version.TryParse(plain.Contains('.') ? plain : plain + ".0", out var version) ? version : new(0, 0);
    }

    static string Text(bool value) => value ? "True" : "False";
}
