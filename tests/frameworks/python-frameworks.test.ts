import { expect, it } from "vitest";
import { needsIn, offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

it("Flask: blueprints are put where they are registered", async () => {
  const contracts = await contractsOf({
    "shop/__init__.py": `from flask import Flask
from shop.orders import bp as orders
from shop import users

def create_app():
    app = Flask(__name__)
    app.register_blueprint(orders)
    app.register_blueprint(users.bp, url_prefix="/people")

    @app.route("/health")
    def health():
        return "ok"

    return app
`,
    "shop/orders.py": `from flask import Blueprint
bp = Blueprint("orders", __name__, url_prefix="/orders")

@bp.route("/<int:id>", methods=["GET", "DELETE"])
def one(id):
    pass

@bp.post("/")
def make():
    pass
`,
    "shop/users.py": `from flask import Blueprint
from flask.views import MethodView
bp = Blueprint("users", __name__, url_prefix="/users")

class Users(MethodView):
    pass

bp.add_url_rule("/all", view_func=Users.as_view("all"))
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /health resolved shop/__init__.py#create_app.health:10",
    "GET /orders/{} resolved shop/orders.py#one:4",
    "DELETE /orders/{} resolved shop/orders.py#one:4",
    "POST /orders resolved shop/orders.py#make:8",
    "GET /people/all resolved shop/users.py:8 -> shop/users.py#Users",
  ]);
});

it("Django: addresses are composed over included lists", async () => {
  const contracts = await contractsOf({
    "site/urls.py": `from django.urls import include, path
from . import views
urlpatterns = [
    path("", views.home),
    path("shop/", include("shop.urls")),
    path("api/", include("shop.api.urls")),
]
`,
    "site/views.py": "def home(request):\n    pass\n",
    "shop/urls.py": `from django.urls import path, re_path
from .views import OrderView
urlpatterns = [
    path("orders/<int:id>/", OrderView.as_view(), name="order"),
    re_path(r"^archive/(?P<year>[0-9]{4})/$", OrderView.as_view()),
]
`,
    "shop/views.py": "from django.views import View\nclass OrderView(View):\n    pass\n",
    "shop/api/urls.py": `from django.urls import include, path
from rest_framework.routers import DefaultRouter
from .sets import UserViewSet
router = DefaultRouter()
router.register(r"users", UserViewSet)
urlpatterns = [path("v1/", include(router.urls))]
`,
    "shop/api/sets.py":
      "from rest_framework.viewsets import ModelViewSet\nclass UserViewSet(ModelViewSet):\n    pass\n",
  });
  expect(offersIn(contracts).map((line) => line.replace(/ resolved/, ""))).toEqual([
    "GET /api/v1/users shop/api/urls.py:5 -> shop/api/sets.py#UserViewSet",
    "POST /api/v1/users shop/api/urls.py:5 -> shop/api/sets.py#UserViewSet",
    "GET /api/v1/users/{} shop/api/urls.py:5 -> shop/api/sets.py#UserViewSet",
    "PUT /api/v1/users/{} shop/api/urls.py:5 -> shop/api/sets.py#UserViewSet",
    "PATCH /api/v1/users/{} shop/api/urls.py:5 -> shop/api/sets.py#UserViewSet",
    "DELETE /api/v1/users/{} shop/api/urls.py:5 -> shop/api/sets.py#UserViewSet",
    "* /shop/orders/{} shop/urls.py#urlpatterns:4 -> shop/views.py#OrderView",
    "* /shop/archive/{} shop/urls.py#urlpatterns:5 -> shop/views.py#OrderView",
    "* / site/urls.py#urlpatterns:4 -> site/views.py#home",
  ]);
});

it("Celery: tasks are offered, and those who enqueue them need them", async () => {
  const contracts = await contractsOf({
    "shop/tasks.py": `from celery import shared_task
from shop.celery import app

@shared_task(queue="mail")
def send_receipt(order):
    pass

@app.task(name="orders.close")
def close(order):
    pass
`,
    "shop/views.py": `from shop.tasks import send_receipt
from shop.celery import app

def pay(order):
    send_receipt.delay(order)
    app.send_task("orders.close")
    call.delay(order)
`,
  });
  expect(offersIn(contracts)).toEqual([
    "job send_receipt resolved shop/tasks.py#send_receipt:4 -> shop/tasks.py#send_receipt",
    "job close resolved shop/tasks.py#close:8 -> shop/tasks.py#close",
    "job orders.close resolved shop/tasks.py#close:8 -> shop/tasks.py#close",
  ]);
  expect(needsIn(contracts)).toEqual([
    "job send_receipt heuristic shop/views.py#pay:5 met by shop/tasks.py#send_receipt (heuristic)",
    "job orders.close resolved shop/views.py#pay:6 met by shop/tasks.py#close (resolved)",
    "job call heuristic shop/views.py#pay:7",
  ]);
});

it("Django: lists of addresses by name, included twice, and addresses in place", async () => {
  const contracts = await contractsOf({
    "urls.py": `from django.urls import include, path
import views

api_urls = [
    path("checks/", views.checks),
]

urlpatterns = [
    path("v1/", include(api_urls)),
    path("v2/", include(api_urls)),
    path("users/", include([path("me", views.me)])),
]
`,
    "views.py": "def checks(request): pass\ndef me(request): pass\n",
  });
  expect(offersIn(contracts)).toEqual([
    "* /v1/checks resolved urls.py#api_urls:5 -> views.py#checks",
    "* /v2/checks resolved urls.py#api_urls:5 -> views.py#checks",
    "* /users/me resolved urls.py#urlpatterns:11 -> views.py#me",
  ]);
});
