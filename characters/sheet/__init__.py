"""What the page of a sheet rolls and draws."""
