"""Make the templates ready for use.

Lives here: how templates are read and what they may call. Not here: what a
page shows (``contexts.py``).
"""

from pathlib import Path

import jinja2
from starlette.templating import Jinja2Templates

from app.lessons.template_words import TEMPLATE_WORDS
from app.static_files import StaticTree

TEMPLATE_FOLDER = Path(__file__).parent.parent / "templates"


def make_templates(static_tree: StaticTree) -> Jinja2Templates:
    """Read the templates; a name that is missing is an error, not a gap."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATE_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # A state is written in the order of its fields, which is that of addresses.
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False}
    environment.globals["static_url"] = static_tree.url
    environment.globals.update(TEMPLATE_WORDS)
    return Jinja2Templates(env=environment)
