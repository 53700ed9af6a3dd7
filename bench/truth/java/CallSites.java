import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * Every call of a Java tree by javac, one JSON object per line. Libraries are not installed: what comes from them is
 * unknown.
 *
 * Usage: java CallSites.java DIR
 */
public class CallSites {
  private static Path root;
  private static Trees trees;
  private static final StringBuilder OUT = new StringBuilder();

  public static void main(String[] args) throws IOException {
    root = Path.of(args[0]).toRealPath();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, null);
    List<Path> sources;
    try (Stream<Path> all = Files.walk(root)) {
      sources = all.filter(p -> p.toString().endsWith(".java"))
          .filter(p -> !p.endsWith("module-info.java") && !p.endsWith("package-info.java")).sorted().collect(Collectors.toList());
    }
    List<String> options = List.of("-proc:none", "-Xmaxerrs", "1", "-XDshould-stop.ifError=FLOW", "-implicit:none");
    JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> {}, options, null, manager.getJavaFileObjectsFromPaths(sources));
    trees = Trees.instance(task);
    Iterable<? extends CompilationUnitTree> units = task.parse();
    try {
      task.analyze();
    } catch (RuntimeException broken) {
      System.err.println("analysis ended early: " + broken);
    }
    for (CompilationUnitTree unit : units) new Calls(unit).scan(unit, null);
    System.out.print(OUT);
  }

  private static final class Calls extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;

    Calls(CompilationUnitTree unit) {
      this.unit = unit;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
      ExpressionTree called = node.getMethodSelect();
      TreePath at = new TreePath(getCurrentPath(), called);
      if (called instanceof MemberSelectTree) {
        MemberSelectTree member = (MemberSelectTree) called;
        long end = trees.getSourcePositions().getEndPosition(unit, called);
        report(member.getIdentifier().toString(), member.getExpression().toString(), end - 1, trees.getElement(at));
      } else if (called instanceof IdentifierTree) {
        long start = trees.getSourcePositions().getStartPosition(unit, called);
        // A call of `super` that nobody wrote has the place of the class.
        if (isWritten(start, called.toString())) report(((IdentifierTree) called).getName().toString(), "", start, trees.getElement(at));
      }
      return super.visitMethodInvocation(node, nothing);
    }

    @Override
    public Void visitNewClass(NewClassTree node, Void nothing) {
      long start = trees.getSourcePositions().getEndPosition(unit, node.getIdentifier());
      String name = node.getIdentifier().toString().replaceAll("<.*", "").replaceAll(".*\\.", "");
      Element type = node.getClassBody() == null ? trees.getElement(getCurrentPath()) : trees.getElement(new TreePath(getCurrentPath(), node.getIdentifier()));
      report(name, "", start - 1, type);
      return super.visitNewClass(node, nothing);
    }

    private boolean isWritten(long start, String name) {
      try {
        return start >= 0 && unit.getSourceFile().getCharContent(true).toString().startsWith(name, (int) start);
      } catch (IOException unreadable) {
        throw new IllegalStateException(unreadable);
      }
    }

    private void report(String name, String receiver, long offset, Element element) {
      if (offset < 0) return;
      boolean isKnown = element != null && element.asType().getKind() != javax.lang.model.type.TypeKind.ERROR;
      List<String> targets = new ArrayList<>();
      if (isKnown) {
        addTarget(targets, element);
        // Of a class without a constructor of its own the class itself is what is called.
        if (element.getKind() == ElementKind.CONSTRUCTOR) addTarget(targets, element.getEnclosingElement());
        if (element.getKind().isClass())
          for (Element member : element.getEnclosedElements())
            if (member.getKind() == ElementKind.CONSTRUCTOR) addTarget(targets, member);
      }
      OUT.append(String.format("{\"path\":%s,\"line\":%d,\"name\":%s,\"receiver\":%s,\"isKnown\":%b,\"targets\":[%s]}\n",
          quote(pathOf(unit)), unit.getLineMap().getLineNumber(offset), quote(name), quote(receiver), isKnown, String.join(",", targets)));
    }
  }

  private static void addTarget(List<String> targets, Element element) {
    TreePath path = trees.getPath(element);
    if (path == null) return;
    CompilationUnitTree unit = path.getCompilationUnit();
    long start = trees.getSourcePositions().getStartPosition(unit, path.getLeaf());
    if (start < 0) return;
    // The name comes behind annotations and modifiers.
    Tree leaf = path.getLeaf();
    long from = start;
    if (leaf instanceof MethodTree) from = endOf(unit, ((MethodTree) leaf).getModifiers(), ((MethodTree) leaf).getReturnType(), start);
    if (leaf instanceof ClassTree) from = endOf(unit, ((ClassTree) leaf).getModifiers(), null, start);
    String simple = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
    long at = from;
    try {
      String text = unit.getSourceFile().getCharContent(true).toString();
      int found = text.indexOf(simple, (int) from);
      if (found >= 0) at = found;
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
    targets.add(String.format("{\"path\":%s,\"line\":%d,\"isFunction\":true}", quote(pathOf(unit)), unit.getLineMap().getLineNumber(at)));
  }

  private static long endOf(CompilationUnitTree unit, Tree modifiers, Tree type, long otherwise) {
    long end = type == null ? -1 : trees.getSourcePositions().getEndPosition(unit, type);
    if (end < 0) end = trees.getSourcePositions().getEndPosition(unit, modifiers);
    return end < 0 ? otherwise : end;
  }

  private static String pathOf(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
  }

  private static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ') out.append(' ');
      else out.append(c);
    }
    return out.append('"').toString();
  }
}
