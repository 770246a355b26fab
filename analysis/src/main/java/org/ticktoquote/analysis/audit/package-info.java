/** Self-audit of the harness processes, and the harness's possible share of the response. */
@NullMarked
package org.ticktoquote.analysis.audit;

import org.jspecify.annotations.NullMarked;
