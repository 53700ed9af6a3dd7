# The routes of Rails applications as Rails itself draws them: their files of routes in an application that has nothing else.
# What the files name beyond Rails (engines, constraints, gems' own words for routes) is stood in for.
#
#     ruby bench/truth/routes/rails.rb TREE > routes.txt
require "rails"
require "action_controller/railtie"
require "tmpdir"

TREE = File.realpath(ARGV.fetch(0))

# Stands for whatever an application brings along: engines are mounted, constraints asked, settings read.
class Stand
  def self.method_missing(*) = self
  def self.const_missing(_) = self
  def self.call(_) = [404, {}, []]
  def self.matches?(_) = true
  def self.respond_to_missing?(name, *) = %i[call matches?].include?(name)
  def initialize(*) = nil
  def matches?(_) = true
end

class Object
  def self.const_missing(name) = Object.const_set(name, Class.new(Stand))
end

class Printed < Rails::Application
  config.root = Dir.mktmpdir
  config.eager_load = false
  config.secret_key_base = "x"
  config.logger = Logger.new(nil)
end
Rails.application.initialize!

# Words that gems add to the drawing of routes, where they draw none that the application's own code says.
ActionDispatch::Routing::Mapper.class_eval do
  def devise_for(*) = nil
  def devise_scope(*) = yield
  def use_doorkeeper(*) = nil
  def authenticate(*) = yield
  def authenticated(*) = yield
  def unauthenticated(*) = yield
  def draw(name) = instance_eval(File.read(File.join(TREE, "config/routes/#{name}.rb")))
end

load File.join(TREE, "config/routes.rb")

lines = Rails.application.routes.routes.reject { |route| route.internal }.flat_map do |route|
  path = route.path.spec.to_s.sub(/\(.*\)/, "")
  verbs = route.verb.empty? ? ["*"] : route.verb.split("|")
  action = [route.defaults[:controller], route.defaults[:action]].compact.join("#")
  # Another application that is mounted; a redirection has a method.
  next [] if action.empty? && route.verb.empty?
  verbs.map { |verb| "#{verb} #{path}" }
end
puts lines.uniq
