using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Clew.Roslyn;

/// <summary>Arguments: the folder of Roslyn's assemblies, the root of the .NET installation.</summary>
static class Program
{
    /// <summary>Roslyn descends into nested expressions; what is deeper than this stack ends as one file's problem.</summary>
    const int StackBytes = 256 * 1024 * 1024;

    static int Main(string[] args)
    {
        if (args.Length != 2)
        {
            Console.Error.WriteLine("usage: clew-roslyn <folder of Roslyn> <root of .NET>");
            return 64;
        }
        // Nothing of Roslyn is shipped: its assemblies are those of the installed SDK.
        AssemblyLoadContext.Default.Resolving += (context, name) => LoadFrom(context, args[0], name);
        var worker = new Thread(() => Serve(args[1]), StackBytes);
        worker.Start();
        worker.Join();
        return 0;
    }

    static Assembly? LoadFrom(AssemblyLoadContext context, string folder, AssemblyName name)
    {
        var file = Path.Combine(folder, name.Name + ".dll");
        return File.Exists(file) ? context.LoadFromAssemblyPath(file) : null;
    }

    // Not inlined: its types must not be looked for before the handler above is there.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Serve(string dotnetRoot) => new Server(dotnetRoot).Run();
}
