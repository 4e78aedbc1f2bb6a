# Someone at the desktop: finds things by what a screen reader would say of them, and uses them with mouse and keyboard.
# Reads orders as lines of JSON, answers each with a line.
import json
import re
import subprocess
import sys
import time

import pyatspi

ROLES = {
    'button': {pyatspi.ROLE_PUSH_BUTTON},
    'field': {pyatspi.ROLE_ENTRY, pyatspi.ROLE_PASSWORD_TEXT},
    'heading': {pyatspi.ROLE_HEADING},
    'tab': {pyatspi.ROLE_PAGE_TAB},
    'text': {pyatspi.ROLE_STATIC},
}


def all_below(thing):
    yield thing
    for at in range(thing.childCount):
        child = thing.getChildAtIndex(at)
        if child is not None:
            yield from all_below(child)


def everything():
    desktop = pyatspi.Registry.getDesktop(0)
    for at in range(desktop.childCount):
        try:
            yield from all_below(desktop.getChildAtIndex(at))
        except Exception:
            # It went away while it was looked at.
            continue


def shown(role, name):
    for thing in everything():
        try:
            if thing.getRole() not in ROLES[role] or not re.fullmatch(name, thing.name, re.S):
                continue
            if thing.getState().contains(pyatspi.STATE_SHOWING):
                return thing
        except Exception:
            continue
    return None


def find(role, name, seconds):
    end = time.monotonic() + seconds
    while True:
        thing = shown(role, name)
        if thing is not None:
            return thing
        if time.monotonic() > end:
            raise LookupError(f'no {role} {name} is shown')
        time.sleep(0.2)


def tool(*words):
    subprocess.run(['xdotool', *words], check=True)


def place(thing):
    box = thing.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    return box.x + box.width // 2, box.y + box.height // 2


def click(thing):
    # What has just been drawn may still move.
    at = place(thing)
    while True:
        time.sleep(0.1)
        now = place(thing)
        if now == at:
            break
        at = now
    tool('mousemove', str(at[0]), str(at[1]), 'click', '1')


def soon(condition):
    # A machine that does other things besides shows late what was typed.
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False


def holds(field, text):
    # What is secret is shown as dots.
    shown_text = field.queryText().getText(0, -1)
    return shown_text == text or (field.getRole() == pyatspi.ROLE_PASSWORD_TEXT and len(shown_text) == len(text))


# What the field held each time that not all of the text had come to it.
def type_into(field, text):
    slips = []
    for _ in range(3):
        click(field)
        soon(lambda: field.getState().contains(pyatspi.STATE_FOCUSED))
        tool('key', 'ctrl+a')
        tool('type', '--delay', '20', text)
        if soon(lambda: holds(field, text)):
            return slips
        slips.append(field.queryText().getText(0, -1))
    raise LookupError(f'the field holds {field.queryText().getText(0, -1)!r}')


def output_of(*words):
    return subprocess.run(['xdotool', *words], capture_output=True, text=True).stdout.strip()


def answer_box(program, keys, seconds):
    # A box of the system's tells screen readers nothing: all that is known of it is that it has no name, and has the keyboard.
    end = time.monotonic() + seconds
    while True:
        active = output_of('getactivewindow')
        windows = output_of('search', '--onlyvisible', '--class', program).split()
        if active in windows and output_of('getwindowname', active) == '':
            break
        if time.monotonic() > end:
            raise LookupError(f'{program} asks nothing')
        time.sleep(0.2)
    tool('key', *keys)


def do(order):
    seconds = order.get('seconds', 30)
    act = order['do']
    if act == 'look':
        return find(order['role'], order['name'], seconds).name
    if act == 'click':
        click(find(order['role'], order['name'], seconds))
    elif act == 'type':
        return type_into(find('field', order['name'], seconds), order['text'])
    elif act == 'answer':
        answer_box(order['program'], order['keys'], seconds)
    elif act == 'key':
        tool('key', *order['keys'])
    elif act == 'read':
        return [thing.name for thing in everything() if thing.name]
    return None


for line in sys.stdin:
    try:
        answer = {'found': do(json.loads(line))}
    except Exception as error:
        answer = {'error': str(error)}
    print(json.dumps(answer), flush=True)
