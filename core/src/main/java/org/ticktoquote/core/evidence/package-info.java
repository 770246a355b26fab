/** Lines of {@code evidence-application.jsonl}: records about the threads of an application while a run is measured. */
@NullMarked
package org.ticktoquote.core.evidence;

import org.jspecify.annotations.NullMarked;
