/** The list of frameworks: one line each. */
import actix from "./actix/rule.ts";
import angular from "./angular/rule.ts";
import aspnet from "./aspnet/rule.ts";
import axum from "./axum/rule.ts";
import celery from "./celery/rule.ts";
import chi from "./chi/rule.ts";
import components from "./components/rule.ts";
import type { FrameworkRule } from "./contract.ts";
import django from "./django/rule.ts";
import doctrine from "./doctrine/rule.ts";
import drizzle from "./drizzle/rule.ts";
import echo from "./echo/rule.ts";
import ecto from "./ecto/rule.ts";
import efcore from "./efcore/rule.ts";
import eloquent from "./eloquent/rule.ts";
import express from "./express/rule.ts";
import fastapi from "./fastapi/rule.ts";
import fastify from "./fastify/rule.ts";
import fiber from "./fiber/rule.ts";
import flask from "./flask/rule.ts";
import gin from "./gin/rule.ts";
import gorilla from "./gorilla/rule.ts";
import gorm from "./gorm/rule.ts";
import graphqlCode from "./graphql-code/rule.ts";
import grpc from "./grpc/rule.ts";
import hangfire from "./hangfire/rule.ts";
import hono from "./hono/rule.ts";
import httpClients from "./http-clients/rule.ts";
import jaxrs from "./jaxrs/rule.ts";
import jpa from "./jpa/rule.ts";
import koa from "./koa/rule.ts";
import ktor from "./ktor/rule.ts";
import laravel from "./laravel/rule.ts";
import mediatr from "./mediatr/rule.ts";
import messageClients from "./message-clients/rule.ts";
import micronaut from "./micronaut/rule.ts";
import mongoose from "./mongoose/rule.ts";
import nestjs from "./nestjs/rule.ts";
import nethttp from "./nethttp/rule.ts";
import nextjs from "./nextjs/rule.ts";
import oban from "./oban/rule.ts";
import phoenix from "./phoenix/rule.ts";
import rails from "./rails/rule.ts";
import reactRouter from "./react-router/rule.ts";
import rocket from "./rocket/rule.ts";
import sequelize from "./sequelize/rule.ts";
import sidekiq from "./sidekiq/rule.ts";
import sinatra from "./sinatra/rule.ts";
import spring from "./spring/rule.ts";
import sqlalchemy from "./sqlalchemy/rule.ts";
import symfony from "./symfony/rule.ts";
import trpc from "./trpc/rule.ts";
import typeorm from "./typeorm/rule.ts";

// biome-ignore format: a framework is a line of its own.
export const FRAMEWORKS: readonly FrameworkRule[] = [
  actix,
  angular,
  aspnet,
  axum,
  celery,
  chi,
  components,
  django,
  doctrine,
  drizzle,
  echo,
  ecto,
  efcore,
  eloquent,
  express,
  fastapi,
  fastify,
  fiber,
  flask,
  gin,
  gorilla,
  gorm,
  graphqlCode,
  grpc,
  hangfire,
  hono,
  httpClients,
  jaxrs,
  jpa,
  koa,
  ktor,
  laravel,
  mediatr,
  messageClients,
  micronaut,
  mongoose,
  nestjs,
  nethttp,
  nextjs,
  oban,
  phoenix,
  rails,
  reactRouter,
  rocket,
  sequelize,
  sidekiq,
  sinatra,
  spring,
  sqlalchemy,
  symfony,
  trpc,
  typeorm,
];
