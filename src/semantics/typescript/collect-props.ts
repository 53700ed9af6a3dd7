/** `accepts`: from a React component to the type of its props. */
import ts from "typescript";
import type { UseContext } from "./collect-uses.ts";

const COMPONENT_FILE = /\.(?:[jt]sx|js)$/;

export function linkProps(context: UseContext): void {
  if (!COMPONENT_FILE.test(context.file.fileName)) return;
  for (const statement of context.file.statements) {
    if (ts.isFunctionDeclaration(statement)) linkComponent(context, statement, statement.parameters[0]?.type);
    else if (ts.isClassDeclaration(statement)) linkComponent(context, statement, classProps(statement));
    else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        linkComponent(context, declaration, variableProps(declaration));
      }
    }
  }
}

function linkComponent(
  context: UseContext,
  declaration: ts.NamedDeclaration,
  type: ts.TypeNode | undefined,
): void {
  const { name } = declaration;
  if (!name || !ts.isIdentifier(name) || !/^[A-Z]/.test(name.text)) return;
  const { targets, edges, own, checker, file } = context;
  const known = targets.declaredBy(declaration);
  if (!known || !type) return;
  for (const reference of typeNamesIn(type)) {
    const symbol = checker.getSymbolAtLocation(reference);
    if (!symbol) continue;
    const line = own.lineAt(reference.getStart(file));
    for (const target of targets.of(symbol, () => "type"))
      edges.add(known.handle, target.handle, "accepts", line);
  }
}

/** Names that make up a props type: `Props`, `A & B`, `Readonly<Props>`, `PropsWithChildren<Props>`. */
function typeNamesIn(type: ts.TypeNode): ts.Node[] {
  if (ts.isParenthesizedTypeNode(type)) return typeNamesIn(type.type);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(typeNamesIn);
  if (!ts.isTypeReferenceNode(type)) return [];
  const name = ts.isQualifiedName(type.typeName) ? type.typeName.right : type.typeName;
  return [name, ...(type.typeArguments?.slice(0, 1).flatMap(typeNamesIn) ?? [])];
}

/** `class C extends Component<Props>` */
function classProps(declaration: ts.ClassDeclaration): ts.TypeNode | undefined {
  const base = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0];
  return base && /(?:^|\.)(?:Pure)?Component$/.test(base.expression.getText())
    ? base.typeArguments?.[0]
    : undefined;
}

/** `const C: FC<Props> = …`, `const C = (props: Props) => …`, `const C = memo((props: Props) => …)`, `forwardRef<Ref, Props>(…)` */
function variableProps({ type, initializer }: ts.VariableDeclaration): ts.TypeNode | undefined {
  if (type && ts.isTypeReferenceNode(type)) return type.typeArguments?.at(-1);
  let value = initializer;
  for (let depth = 0; value && ts.isCallExpression(value) && depth < 3; depth++) {
    const callee = value.expression.getText();
    if (!/(?:^|\.)(?:memo|forwardRef|observer)$/.test(callee)) return undefined;
    if (value.typeArguments && value.typeArguments.length > 0) return value.typeArguments.at(-1);
    value = value.arguments[0];
  }
  if (!value || !(ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return undefined;
  return value.parameters[0]?.type;
}
