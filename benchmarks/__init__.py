"""Compare Headlight with its peers, side by side, in one run.

``make bench`` prints tables of medians and ratios. Machines differ and are
shared: only the ratios within one run mean anything.
"""
