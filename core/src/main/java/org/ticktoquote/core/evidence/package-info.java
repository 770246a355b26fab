/** What is written down of an application's threads while a run is measured: the lines of {@code evidence-application.jsonl}. */
@NullMarked
package org.ticktoquote.core.evidence;

import org.jspecify.annotations.NullMarked;
