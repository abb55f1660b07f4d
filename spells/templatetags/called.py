"""What a spell calls, for its page."""

from django import template

from rules.kernel.pages import Card, Game

register = template.Library()


@register.filter
def called_by(game: Game, spell: str) -> list[Card]:
    """The cards of the game's reference that the spell with this key brings."""
    cards = (card for shelf in game.references(game.rulebook) for card in shelf.cards)
    return [card for card in cards if card.spell and card.spell.key == spell]
