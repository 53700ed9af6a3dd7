<?php
/**
 * The routes of a Laravel application as Laravel's own router holds them: its files of routes in a router that has nothing else.
 *
 *     php bench/truth/routes/laravel.php FILE[=PREFIX]... > routes.txt
 */
require "Illuminate/autoload.php";

$container = new Illuminate\Container\Container();
Illuminate\Container\Container::setInstance($container);
$router = new Illuminate\Routing\Router(new Illuminate\Events\Dispatcher($container), $container);
$container->instance("router", $router);
Illuminate\Support\Facades\Facade::setFacadeApplication($container);
class_alias(Illuminate\Support\Facades\Route::class, "Route");

foreach (array_slice($argv, 1) as $given) {
    [$file, $prefix] = explode("=", $given . "=");
    $router->group(["prefix" => $prefix], $file);
}
foreach ($router->getRoutes() as $route) {
    foreach ($route->methods() as $method) {
        if ($method !== "HEAD") echo $method, " /", trim($route->uri(), "/"), "\n";
    }
}
