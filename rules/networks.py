"""From which network a request comes."""

from ipaddress import ip_network


def network(address: str) -> str:
    """Where a request comes from; of IPv6 the half that a provider gives to one customer."""
    try:
        return str(ip_network(f"{address}/{64 if ':' in address else 32}", strict=False))
    except ValueError:
        return address
