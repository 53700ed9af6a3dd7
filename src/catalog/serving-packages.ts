/** Dependencies that say what a program does when it runs: it answers requests, or works off messages. By ecosystem. */
import type { Ecosystem, Package } from "../packages/contract.ts";

const SERVING: Readonly<Record<Ecosystem, RegExp>> = {
  npm: /^(?:express|fastify|koa|hono|restify|@hapi\/hapi|@nestjs\/(?:core|microservices)|@grpc\/grpc-js|grpc|@apollo\/server|graphql-yoga|socket\.io|ws|kafkajs|amqplib|bullmq|moleculer)$/,
  python:
    /^(?:flask|fastapi|django|starlette|sanic|tornado|aiohttp|falcon|bottle|quart|litestar|grpcio|uvicorn|gunicorn|celery|confluent-kafka|kafka-python|aiokafka|pika|nameko)$/,
  go: /^(?:github\.com\/(?:gin-gonic\/gin|labstack\/echo|gofiber\/fiber|go-chi\/chi|gorilla\/mux|julienschmidt\/httprouter|valyala\/fasthttp|IBM\/sarama|segmentio\/kafka-go|go-kit\/kit|go-micro|nats-io\/nats\.go|twitchtv\/twirp)|google\.golang\.org\/grpc|connectrpc\.com\/connect)(?:\/|$)/,
  cargo: /^(?:axum|actix-web|rocket|warp|tonic|poem|salvo|tide|hyper|rdkafka|lapin)$/,
  jvm: /(?:^|:)(?:spring-boot-starter-(?:web|webflux|amqp|data-rest|jersey)|spring-cloud-starter-[\w-]+|spring-kafka|quarkus-[\w-]*(?:rest|resteasy|grpc)[\w-]*|micronaut-http-server[\w-]*|ktor-server-[\w-]+|vertx-web|javalin|grpc-(?:netty|netty-shaded|server)[\w-]*|dropwizard-core|jersey-server|jetty-server)$/,
  dotnet:
    /^(?:Microsoft\.AspNetCore\.[\w.]+|Grpc\.AspNetCore[\w.]*|Swashbuckle\.AspNetCore[\w.]*|MassTransit[\w.]*|FastEndpoints|Carter)$/i,
  composer: /^(?:laravel\/(?:framework|lumen-framework)|symfony\/(?:framework-bundle|messenger)|slim\/slim)$/,
  hex: /^(?:phoenix|plug_cowboy|bandit|grpc|broadway|oban)$/,
};

/** The first dependency of a package by which it is seen to serve; null for none. */
export function servingDependency({ ecosystem, dependencies }: Package): string | null {
  const serves = dependencies.find(({ name, kind }) => kind === "runtime" && SERVING[ecosystem].test(name));
  return serves?.name ?? null;
}
