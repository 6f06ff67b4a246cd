"""One file a resource. A route is a doorman: an `if` about the product inside it lives in the wrong room."""
