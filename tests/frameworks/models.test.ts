import { expect, it } from "vitest";
import { type Tree, unitsIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

async function modelsOf(tree: Tree): Promise<string[]> {
  return unitsIn(await contractsOf(tree), "model");
}

it("Django: fields, associations, the table of Meta or of the application", async () => {
  const source = `from django.db import models

class City(models.Model):
    name = models.CharField(max_length=100)

class Author(models.Model):
    born = models.DateField(null=True)
    home = models.ForeignKey("City", on_delete=models.CASCADE)
    tags = models.ManyToManyField(Tag)

    class Meta:
        db_table = "authors"

class AuthorManager(models.Manager):
    pass
`;
  expect(await modelsOf({ "books/models.py": source })).toEqual([
    "model City books/models.py#City table=books_city columns=name: CharField",
    "model Author books/models.py#Author table=authors columns=born: DateField associations=ForeignKey home: City, ManyToManyField tags: Tag",
  ]);
});

it("SQLAlchemy in both styles, SQLModel; a class without a table is none", async () => {
  const source = `from sqlalchemy import Column
class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(30))
    team_id = Column(ForeignKey("teams.id"))
    posts: Mapped[List["Post"]] = relationship(back_populates="author")
    team = relationship("Team")

class Item(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)

class ItemRead(SQLModel):
    id: int
`;
  expect(await modelsOf({ "db.py": source })).toEqual([
    "model User db.py#User table=users columns=id: Integer, name: str, team_id associations=relationship posts: Post, relationship team: Team",
    "model Item db.py#Item table=item columns=id: int | None",
  ]);
});

it("TypeORM: columns and associations by decorators", async () => {
  const source = `import { Column, Entity } from "typeorm";
@Entity({ name: "users" })
export class User {
  @PrimaryGeneratedColumn() id: number;
  @Column({ nullable: true }) name: string;
  @OneToMany(() => Post, (post) => post.author) posts: Post[];
  shown = false;
}
`;
  expect(await modelsOf({ "user.ts": source })).toEqual([
    "model User user.ts#User table=users columns=id: number, name: string associations=OneToMany posts: Post",
  ]);
});

it("Mongoose, Sequelize and Drizzle: models that calls make", async () => {
  const models = await modelsOf({
    "cat.ts": `import mongoose, { Schema } from "mongoose";
const catSchema = new Schema({ name: String, owner: { type: Schema.Types.ObjectId, ref: "User" } });
export const Cat = mongoose.model("Cat", catSchema);
const asked = mongoose.model("Dog");
`,
    "dog.ts": `import { DataTypes } from "sequelize";
export const Dog = sequelize.define("Dog", { name: DataTypes.STRING, age: { type: DataTypes.INTEGER } });
Dog.belongsTo(Owner);
`,
    "fish.ts": `import { integer, pgTable, text } from "drizzle-orm/pg-core";
export const fish = pgTable("fish", { id: integer("id").primaryKey(), name: text("name") });
`,
  });
  expect(models).toEqual([
    "model Cat cat.ts#Cat columns=name: String, owner",
    "model Dog dog.ts#Dog table=Dogs columns=name: STRING, age associations=belongsTo Owner",
    "model fish fish.ts#fish table=fish columns=id: integer, name: text",
  ]);
});

it("JPA: names of columns, associations, nothing that is transient", async () => {
  const source = `package shop;
import jakarta.persistence.*;
@Entity @Table(name = "users")
public class User {
  @Id private Long id;
  @Column(name = "full_name") private String name;
  @Transient private int seen;
  private static final String KIND = "user";
  @OneToMany(mappedBy = "user") private List<Post> posts;
}
`;
  expect(await modelsOf({ "User.java": source })).toEqual([
    "model User User.java#User table=users columns=id: Long, full_name: String associations=OneToMany posts: Post",
  ]);
});

it("Entity Framework: the class that a context holds, in another file", async () => {
  const models = await modelsOf({
    "Db.cs": `using Microsoft.EntityFrameworkCore;
public class Db : DbContext {
  public DbSet<User> Users { get; set; }
  public DbSet<Club> Clubs { get; set; }
  protected override void OnModelCreating(ModelBuilder b) { b.Entity<User>().ToTable("people"); }
}
`,
    "User.cs": `public class User { public int Id { get; set; } public ICollection<Post> Posts { get; set; } public virtual Team Team { get; set; } public Club? Club { get; set; } public Kind Kind { get; set; } }
`,
    "Club.cs": "public class Club { public int Id { get; set; } }\npublic enum Kind { One }\n",
  });
  expect(models).toEqual([
    "model User User.cs#User table=people columns=Id: int, Kind: Kind associations=has many Posts: Post, has one Team: Team, has one Club: Club",
    "model Club Club.cs#Club table=Clubs columns=Id: int",
  ]);
});

it("GORM: embedded columns, tags, associations; the name of a table that code makes is left out", async () => {
  const source = `package shop

import "gorm.io/gorm"

type OrderLine struct {
	gorm.Model
	Name  string \`gorm:"column:full_name"\`
	Posts []Post
}

type Person struct {
	ID uint \`gorm:"primaryKey"\`
}

func (Person) TableName() string { return "folk" }
`;
  expect(await modelsOf({ "shop.go": source })).toEqual([
    "model OrderLine shop.go#OrderLine table=order_lines columns=id: uint, created_at: time.Time, updated_at: time.Time, deleted_at: gorm.DeletedAt, full_name: string associations=has many Posts: Post",
    "model Person shop.go#Person columns=id: uint",
  ]);
});

it("Eloquent: columns come from the migrations of the table", async () => {
  const models = await modelsOf({
    "app/Models/Category.php": `<?php
namespace App\\Models;
use Illuminate\\Database\\Eloquent\\Model;
class Category extends Model {
  public function posts() { return $this->hasMany(Post::class); }
}
`,
    "database/migrations/1_make.php": `<?php
use Illuminate\\Database\\Migrations\\Migration;
return new class extends Migration {
  public function up() {
    Schema::create('categories', function (Blueprint $table) {
      $table->string('name');
      $table->foreignId('team_id')->constrained();
    });
  }
  public function down() { Schema::table('categories', function ($table) { $table->string('gone'); }); }
};
`,
  });
  expect(models).toEqual([
    "model Category app/Models/Category.php#Category table=categories associations=hasMany posts: Post columns=name: string, team_id: foreignId",
  ]);
});

it("ActiveRecord: associations, validations, callbacks, scopes, and the columns of the schema", async () => {
  const models = await modelsOf({
    "app/models/person.rb": `class Person < ApplicationRecord
  belongs_to :team, optional: true
  has_many :posts, class_name: "Article"
  validates :name, presence: true
  before_save :clean
  scope :recent, -> { order(:id) }
end
`,
    "db/schema.rb": `ActiveRecord::Schema[7.0].define(version: 2023) do
  create_table "people", force: :cascade do |t|
    t.string "name", null: false
    t.bigint "team_id"
    t.index ["team_id"], name: "by_team"
  end
  create_table "teams" do |t|
    t.string "label"
  end
end
`,
  });
  expect(models).toEqual([
    "model Person app/models/person.rb#Person table=people associations=belongs_to team, has_many posts: Article validations=name callbacks=before_save clean scopes=recent columns=name: string, team_id: bigint",
  ]);
});

it("Ecto: fields and associations of a schema", async () => {
  const source = `defmodule Shop.User do
  use Ecto.Schema

  schema "users" do
    field :name, :string
    belongs_to :team, Shop.Team
  end
end
`;
  expect(await modelsOf({ "lib/user.ex": source })).toEqual([
    "model Shop.User lib/user.ex#Shop.User table=users columns=name: string associations=belongs_to team: Shop.Team",
  ]);
});

it("Doctrine: entities with attributes, their table, columns and associations", async () => {
  const source = `<?php
namespace Shop\\Entity;

use Doctrine\\ORM\\Mapping as ORM;

#[ORM\\Table(name: '\`cart\`')]
#[ORM\\Entity]
class Cart
{
    #[ORM\\Column(name: 'made_at', type: 'datetime')]
    private $madeAt;

    #[ORM\\Column(length: 128)]
    private ?string $slug;

    #[ORM\\ManyToMany(targetEntity: Item::class, mappedBy: 'carts')]
    private $items;

    private $unmapped;
}
`;
  expect(await modelsOf({ "src/Entity/Cart.php": source })).toEqual([
    "model Cart src/Entity/Cart.php#Cart table=cart columns=made_at: datetime, slug: ?string associations=ManyToMany items: Item",
  ]);
});
