import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

it("routers of other files are put where they are included", async () => {
  const contracts = await contractsOf({
    "main.py": `from fastapi import FastAPI
from api import items, users as people
from api.things import router as things_router

app = FastAPI()
app.include_router(items.router, prefix="/v1")
app.include_router(people.router)
app.include_router(things_router, prefix="/things")

@app.get("/health")
async def health():
    return {}
`,
    "api/__init__.py": "",
    "api/items.py": `from fastapi import APIRouter
router = APIRouter(prefix="/items", tags=["items"])

@router.get("/{item_id}")
def read(item_id: int):
    pass

@router.api_route("/", methods=["GET", "POST"])
def many():
    pass
`,
    "api/users.py": `from fastapi import APIRouter
router = APIRouter()

def show(): pass
router.add_api_route("/me", show, methods=["GET"])
`,
    "api/things.py": `from fastapi import APIRouter
router = APIRouter()

@router.delete("/{id}")
def drop(id: int): pass
`,
  });
  expect(offersIn(contracts)).toEqual([
    "GET /v1/items/{} resolved api/items.py#read:4",
    "GET /v1/items resolved api/items.py#many:8",
    "POST /v1/items resolved api/items.py#many:8",
    "DELETE /things/{} resolved api/things.py#drop:4",
    "GET /me resolved api/users.py:5 -> api/users.py#show",
    "GET /health resolved main.py#health:10",
  ]);
});

it("a router that is included nowhere says so", async () => {
  const contracts = await contractsOf({
    "a.py": 'from fastapi import APIRouter\nr = APIRouter(prefix="/a")\n@r.get("/b")\ndef b(): pass\n',
  });
  expect(offersIn(contracts)).toEqual(["GET /a/b heuristic a.py#b:3"]);
});

it("decorators of others are no routes", async () => {
  const contracts = await contractsOf({
    "a.py":
      'import fastapi\n@cache.get("/a")\ndef a(): pass\n@pytest.mark.parametrize("x", ["/y"])\ndef b(): pass\n',
  });
  expect(offersIn(contracts)).toEqual([]);
});

it("routers in a folder without __init__ are put where the application includes them", async () => {
  const contracts = await contractsOf({
    "backend/shop/__init__.py": "",
    "backend/shop/main.py": `from fastapi import FastAPI
from shop.routers import (
    users,
)
app = FastAPI()
app.include_router(users.router, prefix='/api/users', tags=['users'])
`,
    "backend/shop/routers/users.py": `from fastapi import APIRouter
router = APIRouter()
@router.get('/{id}')
async def show(id: str):
    return id
`,
  });
  expect(offersIn(contracts).map((line) => line.split(":")[0])).toEqual([
    "GET /api/users/{} resolved backend/shop/routers/users.py#show",
  ]);
});
