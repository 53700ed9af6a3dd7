/** The list of frameworks: one line each. */
import actix from "./actix/rule.ts";
import aspnet from "./aspnet/rule.ts";
import axum from "./axum/rule.ts";
import celery from "./celery/rule.ts";
import chi from "./chi/rule.ts";
import type { FrameworkRule } from "./contract.ts";
import django from "./django/rule.ts";
import echo from "./echo/rule.ts";
import express from "./express/rule.ts";
import fastapi from "./fastapi/rule.ts";
import fastify from "./fastify/rule.ts";
import fiber from "./fiber/rule.ts";
import flask from "./flask/rule.ts";
import gin from "./gin/rule.ts";
import gorilla from "./gorilla/rule.ts";
import graphqlCode from "./graphql-code/rule.ts";
import grpc from "./grpc/rule.ts";
import hono from "./hono/rule.ts";
import httpClients from "./http-clients/rule.ts";
import jaxrs from "./jaxrs/rule.ts";
import koa from "./koa/rule.ts";
import ktor from "./ktor/rule.ts";
import laravel from "./laravel/rule.ts";
import messageClients from "./message-clients/rule.ts";
import micronaut from "./micronaut/rule.ts";
import nestjs from "./nestjs/rule.ts";
import nethttp from "./nethttp/rule.ts";
import nextjs from "./nextjs/rule.ts";
import phoenix from "./phoenix/rule.ts";
import rails from "./rails/rule.ts";
import reactRouter from "./react-router/rule.ts";
import rocket from "./rocket/rule.ts";
import sinatra from "./sinatra/rule.ts";
import spring from "./spring/rule.ts";
import symfony from "./symfony/rule.ts";

// biome-ignore format: a framework is a line of its own.
export const FRAMEWORKS: readonly FrameworkRule[] = [
  actix,
  aspnet,
  axum,
  celery,
  chi,
  django,
  echo,
  express,
  fastapi,
  fastify,
  fiber,
  flask,
  gin,
  gorilla,
  graphqlCode,
  grpc,
  hono,
  httpClients,
  jaxrs,
  koa,
  ktor,
  laravel,
  messageClients,
  micronaut,
  nestjs,
  nethttp,
  nextjs,
  phoenix,
  rails,
  reactRouter,
  rocket,
  sinatra,
  spring,
  symfony,
];
