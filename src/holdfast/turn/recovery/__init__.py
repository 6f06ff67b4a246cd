"""A running answer that somebody comes back to, stops, or was left alone with.

recover          come back to a running answer, or stop it
answer           the whole answer at once, for callers that do not stream
break_off        keep what was said by a turn that broke on our side
end_abandoned    end truthfully what a lost process left
regenerate       or answer it anew in the same stream, where the persona wants that
sweep            find what was left, every few seconds, in every process
hand_over        hand a running answer to another process before this one ends
abandoned_store  the statements that find what a lost process left
"""
