"""The look of what surrounds board and entry: panel, refusals, news, rules; it follows JupyterLab's theme."""

CSS = """
.mm-play { font-size: 16px; }
.mm-play .widget-html-content, .mm-play .jupyter-widgets { font-size: 16px; line-height: 1.4; }
.mm-play .jupyter-button { font-size: 16px; line-height: 1.25; white-space: normal; padding: 8px 14px;
  border-radius: 6px;
  border: 2px solid var(--jp-ui-font-color2, #616161); background: var(--jp-layout-color1, #fff);
  color: var(--jp-ui-font-color1, #212121); overflow: visible; }
.mm-play .jupyter-button.mod-primary { background: #0072b2; border-color: #0072b2; color: #fff; font-weight: 600; }
.mm-play .jupyter-button:focus-visible { outline: 3px solid #e69f00; outline-offset: 2px; }
.mm-play .jupyter-button.mm-side { border-style: dashed; }
.mm-play .widget-tab > .widget-tab-contents { padding: 6px; }
.mm-play .lm-TabBar-tab { font-size: 15px; min-width: 92px; flex: 0 1 auto; }
.mm-question { font-size: 20px; line-height: 1.35; margin: 4px 0; color: var(--jp-ui-font-color1, #212121); }
.mm-question small, .mm-refusal small { font-size: 15px; }
.mm-because { font-size: 16px; }
.mm-row > .mm-options { display: contents; }
.mm-play .jupyter-button.mm-tool { border-color: transparent; background: var(--jp-layout-color2, #eee); }
.mm-why summary { cursor: pointer; width: fit-content; padding: 3px 0; }
.mm-why summary:focus-visible { outline: 3px solid #e69f00; outline-offset: 2px; }
.mm-why ul { margin: 2px 0 2px 20px; padding: 0; font-size: 15px; }
.mm-panel .widget-hbox > .widget-html { flex: 1 1 14rem; min-width: 14rem; }
.mm-rule { font-size: 14px; line-height: 1.3; color: var(--jp-ui-font-color1, #212121); }
.mm-refusal { font-size: 18px; line-height: 1.35; border-left: 6px solid #d55e00; padding: 6px 12px; margin: 6px 0;
  background: var(--jp-layout-color2, #f3f3f3); color: var(--jp-ui-font-color1, #212121); }
.mm-news ul { margin: 2px 0 2px 20px; padding: 0; }
.mm-news li { line-height: 1.35; }
.mm-news small { color: var(--jp-ui-font-color2, #616161); }
.mm-rules table { border-collapse: collapse; margin-top: 12px; }
.mm-rules th, .mm-rules td { border: 1px solid var(--jp-border-color1, #bdbdbd); padding: 4px 10px; text-align: left; }
.mm-rules th[scope=row] { font-weight: 400; }
.mm-rules caption { text-align: left; font-weight: 600; }
.mm-sheet { font-size: 16px; line-height: 1.35; color: var(--jp-ui-font-color1, #212121); }
.mm-sheet table { border-collapse: collapse; margin-bottom: 12px; font-size: 16px; color: inherit; }
.mm-sheet table th, .mm-sheet table td { border: 1px solid var(--jp-border-color1, #bdbdbd); padding: 5px 10px;
  text-align: left; vertical-align: top; }
.mm-sheet th[scope=row] { font-weight: 600; white-space: nowrap; }
.mm-sheet caption { text-align: left; font-size: 18px; font-weight: 600; padding-bottom: 4px; color: inherit; }
"""


def style() -> str:
    """Return the style element to put once into a game's box."""
    return f"<style>{CSS}</style>"
