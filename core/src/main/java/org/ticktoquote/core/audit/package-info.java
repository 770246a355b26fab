/** Self-monitoring of a harness process and its host during a measurement. */
@NullMarked
package org.ticktoquote.core.audit;

import org.jspecify.annotations.NullMarked;
