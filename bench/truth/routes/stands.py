"""Stands in for packages that are not installed, so that an application loads without them."""
import importlib.machinery
import types


class Standing(type):
    """A class that has any member, may be called with anything and derived from; as a decorator it changes nothing."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return make_stand()

    def __call__(cls, *args, **named):
        if len(args) == 1 and not named and isinstance(args[0], types.FunctionType):
            return args[0]
        return super().__call__() if cls.__dict__.get("is_derived") else make_stand()

    def __iter__(cls):
        return iter(())

    def __getitem__(cls, key):
        return make_stand()

    def __or__(cls, other):
        return cls


def make_stand():
    return Standing("Stand", (), {"__init_subclass__": classmethod(derive)})


def derive(cls, **named):
    cls.is_derived = True
    cls.__init__ = cls.__dict__.get("__init__", lambda self, *args, **named: None)


class CallableModule(types.ModuleType):
    """What is imported from a package may be a module of it or a decorator: it is both."""

    def __call__(self, *args, **named):
        return make_stand()(*args, **named)


class Finder:
    """Finds what nothing else finds, outside the application itself."""

    def __init__(self, application):
        self.application = application

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == self.application:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = CallableModule(spec.name)
        module.__getattr__ = lambda name: make_stand()
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


class Instead(Finder):
    """Stands in for these packages even where they are installed, in a version that the project does not know."""

    def __init__(self, packages):
        super().__init__(None)
        self.packages = packages

    def find_spec(self, name, path=None, target=None):
        return super().find_spec(name, path, target) if name.split(".")[0] in self.packages else None
