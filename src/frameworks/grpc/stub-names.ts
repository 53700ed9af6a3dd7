/** Which service a stub is for, told by the name of its type or maker in each language. */
const STUBS: readonly RegExp[] = [
  // Go: pb.NewAuthServiceClient(conn)
  /(?:^|[.:])New(\w+)Client(?:\(\))?$/,
  // Java, Kotlin: AuthServiceGrpc.newBlockingStub(channel)
  /(?:^|\.)(\w+)Grpc(?:Kt)?\.new\w*Stub(?:\(\))?$/,
  // Ruby: Auth::AuthService::Stub.new(host)
  /(?:^|::)(\w+)::Stub(?:\.new(?:\(\))?)?$/,
  // Python, Java: AuthServiceStub, AuthServiceBlockingStub, AuthServiceCoroutineStub
  /(?:^|[.:])(\w+?)(?:Blocking|Future|Coroutine|Async)?Stub(?:\(\))?$/,
  // TypeScript, C#, PHP, Rust: AuthServiceClient, AuthService.AuthServiceClient, AuthServiceClient<Channel>, AuthServiceClient::connect
  /(?:^|[.:&\s])(\w+)Client(?:<[\w:.<>]*>)?(?:(?:::|\.)(?:new|connect)(?:\(\))?)?(?:\(\))?$/,
];
/** Clients that are known to be something else. */
const OTHERS: ReadonlySet<string> = new Set(
  "New Http Web Rest Apollo Query Redis Mongo S3 Sqs Sns Graph GraphQL Prisma Kafka Smtp Ftp Socket Tcp Udp Db Sql Test Mock".split(
    " ",
  ),
);

/** Null when it is no stub by its name. */
export function serviceOfStub(text: string): string | null {
  for (const form of STUBS) {
    const name = form.exec(text.trim())?.[1];
    if (
      name !== undefined &&
      name !== "" &&
      name !== "new" &&
      !OTHERS.has(name) &&
      !/Instrumentor$/.test(name)
    )
      return name;
  }
  return null;
}

/** Methods of every stub, not of a service. */
const OF_ANY_STUB =
  /^(?:close|waitForReady|getChannel|shutdown|awaitTermination|build|connect|new|clone|use|on|pipe|then|await|with[A-Z_]\w*|with_\w+|max_\w+|make\w*Request|__\w+|\$\w*)$/i;

export function isProcedure(name: string): boolean {
  return !OF_ANY_STUB.test(name);
}
