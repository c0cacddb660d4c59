package formula_test

import (
	"fmt"
	"testing"

	"citadel/memory/formula"
)

// goldenFormulas says how each formula of the golden file is worked out.
func goldenFormulas() map[string]func(*testing.T, inputs) any {
	type work = func(*testing.T, inputs) any
	return map[string]work{
		"citadel_strength": func(t *testing.T, in inputs) any {
			return formula.Strength(class(in.field(t, "type")), in.field(t, "consolidated") == "true", in.number(t, "age_days"))
		},
		"citadel_floor_reached_days": func(t *testing.T, in inputs) any {
			return formula.FloorReached(class(in.field(t, "type")), in.field(t, "consolidated") == "true")
		},
		"consolidated_after_recalls": func(t *testing.T, in inputs) any {
			return formula.Consolidated(in.count(t, "recall_count"))
		},
		"promotion_step": func(t *testing.T, in inputs) any {
			age := in.after(t, "age_days")
			return [2]float64{formula.Strength(formula.Standard, false, age), formula.Strength(formula.Standard, true, age)}
		},
		"isaac_freshness": func(t *testing.T, in inputs) any {
			return formula.BairdFreshness(class(in.field(t, "category")), in.number(t, "age_days"))
		},
		"isaac_decay_category": func(t *testing.T, in inputs) any {
			kind := in.field(t, "kind")
			return name(formula.Classify(formula.Traits{
				Factual:     kind == "factual" || kind == "preference",
				Observation: kind == "observation",
				Importance:  in.number(t, "importance"),
			}))
		},

		"rrf_k60": func(t *testing.T, in inputs) any {
			return formula.RRF(in.rank(t, "rank_vector"), in.rank(t, "rank_bm25"))
		},
		"rrf_k60_max_score":          func(*testing.T, inputs) any { return formula.RRF(1, 1) },
		"rrf_k60_ratio_rank1_rank10": func(*testing.T, inputs) any { return formula.RRF(1) / formula.RRF(10) },
		"rrf_k60_order": func(t *testing.T, in inputs) any {
			rank := int(in.after(t, "B=("))
			switch a, b := formula.RRF(1), formula.RRF(rank, rank); {
			case a > b:
				return "A"
			case a < b:
				return "B"
			}
			return "tie"
		},
		"rrf_times_strength": func(t *testing.T, in inputs) any {
			rank := int(in.after(t, "rank "))
			return formula.RRF(rank, rank) * formula.Strength(formula.Standard, false, in.after(t, "age "))
		},
		"rrf_times_strength_crossover_rank": func(t *testing.T, in inputs) any {
			c := class(in.field(t, "type"))
			old := formula.RRF(1, 1) * formula.Strength(c, false, in.after(t, "old"))
			fresh := formula.Strength(c, false, in.after(t, "fresh"))
			rank := 1
			for formula.RRF(rank+1, rank+1)*fresh > old {
				rank++
			}
			return rank
		},

		"isaac_base_score": func(t *testing.T, in inputs) any {
			return formula.BaseScore(in.number(t, "semantic"), in.number(t, "importance"), in.number(t, "freshness"))
		},
		"isaac_adjusted_score": func(t *testing.T, in inputs) any {
			return formula.AdjustedScore(in.number(t, "base"), in.number(t, "warmth"))
		},
		"isaac_floor_keep": func(t *testing.T, in inputs) any {
			if formula.Recallable(in.after(t, "adjusted")) {
				return "keep"
			}
			return "drop"
		},
		"isaac_floor_importance_needed": func(t *testing.T, in inputs) any {
			return formula.ImportanceNeeded(in.number(t, "semantic"), in.number(t, "freshness"), in.number(t, "warmth"))
		},
		"overfetch": func(t *testing.T, in inputs) any {
			return formula.Candidates(in.count(t, "target"))
		},

		"retrieval_warmth": func(t *testing.T, in inputs) any {
			return cooled(formula.Warmth{}.Recalled(), in.count(t, "turns_since_retrieved")).Retrieval
		},
		"topic_warmth": func(t *testing.T, in inputs) any {
			return cooled(formula.Warmth{}.Mentioned(), in.count(t, "turns_since")).Topic
		},
		"retrieval_warmth_additive": func(t *testing.T, in inputs) any {
			var w formula.Warmth
			for range int(in.after(t, "update of turn")) {
				w = w.Cool().Recalled()
			}
			return w.Retrieval
		},
		"retrieval_warmth_additive_limit": func(*testing.T, inputs) any {
			var w formula.Warmth
			for range 1000 {
				w = w.Cool().Recalled()
			}
			return w.Retrieval
		},
		"retrieval_warmth_set": func(*testing.T, inputs) any {
			return formula.Warmth{Retrieval: formula.RetrievalWarmth}.Cool().Retrieval
		},
		"warmth_total_additive": func(t *testing.T, in inputs) any {
			var w formula.Warmth
			for range int(in.after(t, "after turn")) {
				w = w.Cool().Recalled().Mentioned()
			}
			return w.Total()
		},
		"warmth_total_set": func(*testing.T, inputs) any {
			return formula.Warmth{}.Recalled().Mentioned().Total()
		},

		"edge_confidence": func(t *testing.T, in inputs) any {
			return formula.EdgeConfidence(in.number(t, "original"), in.number(t, "days_since_reinforced"))
		},
		"edge_days_to_floor": func(t *testing.T, in inputs) any {
			return formula.EdgeDaysTo(in.number(t, "original"), formula.EdgeFloor)
		},
		"edge_days_below_0.10_without_floor": func(t *testing.T, in inputs) any {
			return formula.EdgeDaysTo(in.number(t, "original"), formula.EdgePrune)
		},
		"edge_reinforce": func(t *testing.T, in inputs) any {
			c := in.number(t, "start")
			for range in.count(t, "times") {
				c = formula.EdgeReinforce(c)
			}
			return c
		},
		"edge_reinforcements_to_cap": func(t *testing.T, in inputs) any {
			times := 0
			for c := in.number(t, "start"); c < formula.EdgeTop; times++ {
				c = formula.EdgeReinforce(c)
			}
			return times
		},

		"attention_multiplier": func(t *testing.T, in inputs) any {
			return formula.AttentionMultiplier(in.number(t, "acknowledged"), in.number(t, "dismissed"))
		},
		"emotional_residue": func(t *testing.T, in inputs) any {
			return formula.EmotionalResidue(in.number(t, "intensity"), in.number(t, "hours"))
		},
		"dedupe_on_write": func(t *testing.T, in inputs) any {
			if formula.Duplicate(formula.Collection(in.field(t, "collection")), in.number(t, "cosine")) {
				return "reinforce"
			}
			return "write"
		},
		"actr_confidence_raw": func(t *testing.T, in inputs) any {
			return formula.Activation(in.number(t, "base"), in.count(t, "count"), in.number(t, "decay"), in.number(t, "hours"))
		},
		"actr_confidence_clamped_unconfirmed_cap0.60": func(t *testing.T, in inputs) any {
			raw := formula.Activation(in.number(t, "base"), in.count(t, "count"), in.number(t, "decay"), in.number(t, "hours"))
			return formula.Unconfirmed(raw)
		},
		"hot_residual": func(t *testing.T, in inputs) any {
			return formula.HotResidual(in.count(t, "cycles"))
		},

		"snapback_window_len_after_turn": func(t *testing.T, in inputs) any {
			held, _ := window(in.count(t, "turn"))
			return held
		},
		"snapback_extractions_after_turn": func(t *testing.T, in inputs) any {
			_, batches := window(in.count(t, "turn"))
			return batches
		},
		"snapback_max_window_at_prompt": func(t *testing.T, in inputs) any {
			held, top := 0, 0
			for range 10_000 {
				held, _ = formula.WindowStep(held)
				top = max(top, held)
			}
			return fmt.Sprintf("%d stored after snapback (%d seen only inside the trigger step)", top, formula.WindowTrigger)
		},
		"snapback_turns_extracted": func(t *testing.T, in inputs) any {
			_, batches := window(10_000)
			return batches * formula.WindowBatch
		},
		"snapback_conservation": func(t *testing.T, in inputs) any {
			held, batches := window(10_000)
			return held + batches*formula.WindowBatch
		},
	}
}

func cooled(w formula.Warmth, turns int) formula.Warmth {
	for range turns {
		w = w.Cool()
	}
	return w
}

// window walks the window turn by turn.
func window(turns int) (held, batches int) {
	for range turns {
		var left int
		held, left = formula.WindowStep(held)
		batches += left / formula.WindowBatch
	}
	return held, batches
}
