namespace Clew.Roslyn.Projects;

/// <summary>From what a project file says to what is compiled.</summary>
sealed class ProjectReader(ViewFiles files, Version newestCore)
{
    public const string AspNetCore = "Microsoft.AspNetCore.App";
    static readonly string[] DefaultUsings =
        ["System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks"];
    static readonly string[] WebUsings =
        ["System.Net.Http.Json", "Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Http",
         "Microsoft.AspNetCore.Routing", "Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection",
         "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging"];
    static readonly string[] WorkerUsings =
        ["Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging"];

    public Project? Read(string path)
    {
        var evaluation = Evaluation.Read(files, path, null);
        if (evaluation is null) return null;
        var offered = Split(evaluation.Properties["TargetFrameworks"]).ToList();
        if (offered.Count > 0)
            evaluation = Evaluation.Read(files, path, TargetFramework.Choose(offered, newestCore))!;
        return Describe(path, evaluation);
    }

    Project Describe(string path, Evaluation evaluation)
    {
        var properties = evaluation.Properties;
        var name = properties["TargetFramework"] is { Length: > 0 } modern ? modern : properties["TargetFrameworkVersion"];
        var framework = TargetFramework.Parse(name) ?? new(FrameworkFamily.Core, newestCore, $"net{newestCore}");
        var isWeb = ProjectXml.Same(evaluation.Sdk, "Microsoft.NET.Sdk.Web") || ProjectXml.Same(evaluation.Sdk, "Microsoft.NET.Sdk.Razor");
        var assembly = properties["AssemblyName"] is { Length: > 0 } given ? given : properties["MSBuildProjectName"];
        var frameworks = evaluation.Items("FrameworkReference").Select(item => item.Include).ToList();
        if (isWeb) frameworks.Add(AspNetCore);
        return new()
        {
            Path = path,
            AssemblyName = assembly,
            Package = properties["PackageId"] is { Length: > 0 } id ? id : assembly,
            Framework = framework,
            Sources = Sources(evaluation, ViewFiles.FolderOf(path)),
            Symbols = [.. Split(properties["DefineConstants"]).Concat(framework.Symbols()).Distinct()],
            Language = properties["LangVersion"] is { Length: > 0 } language ? language : framework.DefaultLanguage(),
            IsNullable = properties.IsTrue("Nullable"),
            IsProgram = ProjectXml.Same(properties["OutputType"], "exe") || ProjectXml.Same(properties["OutputType"], "winexe") || isWeb,
            Usings = Usings(evaluation, framework),
            Projects = References(evaluation, ViewFiles.FolderOf(path)),
            Packages = Packages(evaluation),
            Frameworks = frameworks,
            Friends = [.. evaluation.Items("InternalsVisibleTo").Select(item => item.Include).Where(friend => friend.Length > 0)],
        };
    }

    /// <summary>What an SDK includes on its own, then what the project adds and takes away, in its order.</summary>
    IReadOnlyList<string> Sources(Evaluation evaluation, string folder)
    {
        var properties = evaluation.Properties;
        var included = new HashSet<string>(StringComparer.Ordinal);
        var hasDefaults = evaluation.Sdk.Length > 0
            && properties.IsTrue("EnableDefaultItems", true) && properties.IsTrue("EnableDefaultCompileItems", true);
        if (hasDefaults)
        {
            var excludes = $"bin/**;obj/**;**/.*/**;{properties["DefaultItemExcludes"]};{properties["DefaultItemExcludesInProjectFolder"]}";
            included.UnionWith(Fitting(folder, "**/*.cs", excludes));
        }
        foreach (var item in evaluation.Items("Compile"))
        {
            if (item.Remove.Contains("@(")) included.Clear();
            else if (item.Remove.Length > 0) included.ExceptWith(Fitting(folder, item.Remove, ""));
            if (item.Include.Length > 0) included.UnionWith(Fitting(folder, item.Include, item.Exclude));
        }
        return [.. included.Order(StringComparer.Ordinal)];
    }

    IEnumerable<string> Fitting(string folder, string patterns, string excludes)
    {
        var fits = Split(patterns).Select(pattern => Globs.Compile(folder, pattern)).OfType<Predicate<string>>().ToList();
        var misfits = Split(excludes).Select(pattern => Globs.Compile(folder, pattern)).OfType<Predicate<string>>().ToList();
        return files.Sources.Where(path => fits.Any(fit => fit(path)) && !misfits.Any(misfit => misfit(path)));
    }

    static IReadOnlyList<GlobalUsing> Usings(Evaluation evaluation, TargetFramework framework)
    {
        var usings = new List<GlobalUsing>();
        if (evaluation.Properties.IsTrue("ImplicitUsings"))
        {
            var implied = DefaultUsings.Where(name => name != "System.Net.Http" || framework.Family != FrameworkFamily.Framework);
            if (ProjectXml.Same(evaluation.Sdk, "Microsoft.NET.Sdk.Web")) implied = implied.Concat(WebUsings);
            if (ProjectXml.Same(evaluation.Sdk, "Microsoft.NET.Sdk.Worker")) implied = implied.Concat(WorkerUsings);
            usings.AddRange(implied.Select(name => new GlobalUsing(name, false, "")));
        }
        foreach (var item in evaluation.Items("Using"))
        {
            foreach (var removed in Split(item.Remove)) usings.RemoveAll(each => each.Name == removed);
            foreach (var name in Split(item.Include))
                if (IsName(name) && (item.Of("Alias").Length == 0 || IsName(item.Of("Alias"))))
                    usings.Add(new(name, ProjectXml.Same(item.Of("Static"), "true"), item.Of("Alias")));
        }
        return [.. usings.Distinct()];
    }

    IReadOnlyList<ProjectReference> References(Evaluation evaluation, string folder)
    {
        var references = new List<ProjectReference>();
        foreach (var item in evaluation.Items("ProjectReference"))
        {
            if (item.Remove.Length > 0)
                references.RemoveAll(each => Split(item.Remove).Any(removed => ViewFiles.Resolve(folder, removed) == each.Path));
            // An analyzer is compiled for the compiler, not for the code.
            if (ProjectXml.Same(item.Of("ReferenceOutputAssembly"), "false") || ProjectXml.Same(item.Of("OutputItemType"), "Analyzer")) continue;
            foreach (var named in Split(item.Include))
            {
                if (ViewFiles.Resolve(folder, named) is not { } path) continue;
                foreach (var found in path.Contains('*') ? Matching(path) : [path])
                    references.Add(new(found, [.. Split(item.Of("Aliases").Replace(',', ';'))]));
            }
        }
        return references;
    }

    IEnumerable<string> Matching(string pattern) =>
        Globs.Compile("", pattern) is { } fits ? files.WithEnding(".csproj").Where(path => fits(path)) : [];

    static IReadOnlyList<PackageReference> Packages(Evaluation evaluation)
    {
        var central = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var item in evaluation.Items("PackageVersion"))
            foreach (var id in Split(item.Include + ";" + item.Update)) central[id] = item.Of("Version");
        var packages = new Dictionary<string, PackageReference>(StringComparer.OrdinalIgnoreCase);
        foreach (var item in evaluation.Items("GlobalPackageReference").Concat(evaluation.Items("PackageReference")))
        {
            foreach (var id in Split(item.Remove)) packages.Remove(id);
            foreach (var id in Split(item.Include).Concat(Split(item.Update).Where(packages.ContainsKey)))
            {
                var version = item.Of("VersionOverride") is { Length: > 0 } own ? own : item.Of("Version");
                packages[id] = new(id, version.Length > 0 ? version : central.GetValueOrDefault(id, packages.GetValueOrDefault(id)?.Version ?? ""));
            }
        }
        return [.. packages.Values];
    }

    static bool IsName(string text) => text.All(letter => char.IsLetterOrDigit(letter) || letter is '.' or '_' or ':' or '<' or '>' or ',' or ' ');

    internal static IEnumerable<string> Split(string list) => list.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
}
