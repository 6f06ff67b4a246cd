from __future__ import annotations

import re

from holdfast.core.metrics import REGISTRY, TURNS_FINISHED, render_metrics

_LABELS_THAT_NAME_NOBODY = {
    "outcome", "failure", "direction", "source", "kind", "schedule", "method", "route", "status", "le", "rate", "lease",
    "process",
}  # fmt: skip


def test_no_label_could_name_a_person() -> None:
    TURNS_FINISHED.labels("completed").inc()
    used = {label for metric in REGISTRY.collect() for sample in metric.samples for label in sample.labels}
    declared = {
        label for collector in list(REGISTRY._collector_to_names) for label in getattr(collector, "_labelnames", ())
    }
    assert used | declared <= _LABELS_THAT_NAME_NOBODY


def test_the_page_reads_as_prometheus_expects_and_tells_of_the_process() -> None:
    page = render_metrics().decode()
    assert re.search(r"^process_cpu_seconds_total [0-9.]+$", page, re.MULTILINE)
    assert re.search(r"^process_resident_memory_bytes [0-9.e+]+$", page, re.MULTILINE)
    assert "holdfast_outbox_dead 0.0" in page
