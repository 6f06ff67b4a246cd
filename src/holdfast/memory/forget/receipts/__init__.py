"""What is told of a forget: signed, listed, verified, and done again after a backup was restored.

receipts  made with the forget, read and verified later
replay    a restored backup, forgotten again by the saved receipts
store     the SQL behind it
"""
